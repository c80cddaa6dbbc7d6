"""The judge: mail in and out, the store, the clock, the reports."""
