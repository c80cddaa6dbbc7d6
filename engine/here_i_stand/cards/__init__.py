"""What the cards do: played for CP, as events, in windows, in battles."""
