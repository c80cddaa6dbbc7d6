"""Letters in and out: reading, writing, IMAP, SMTP, and a mail system of our own for the demo and the tests."""
