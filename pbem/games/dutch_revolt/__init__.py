"""The Dutch Revolt: rules, order language, reports and cases joined."""
