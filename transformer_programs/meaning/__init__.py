"""What a program means: in plain Python, over arrays, on intervals."""
