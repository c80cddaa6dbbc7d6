"""Heads of State: rules, order language, reports and cases joined."""
