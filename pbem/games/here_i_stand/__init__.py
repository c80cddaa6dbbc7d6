"""Here I Stand as the judge and the commands use it."""
