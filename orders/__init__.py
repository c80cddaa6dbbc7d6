"""The order language: text of a letter to answers. Pure: no state, no clock, no mail."""
