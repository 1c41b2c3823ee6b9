"""What is measured, against what: ``python -m benchmarks`` (see README.md here)."""
