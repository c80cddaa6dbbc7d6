"""Here I Stand: six powers in the wars of the Reformation, 1517-1555."""
