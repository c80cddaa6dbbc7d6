"""Revolution: The Dutch Revolt 1568-1648 (Francis Tresham, Phalanx Games 2004)."""
