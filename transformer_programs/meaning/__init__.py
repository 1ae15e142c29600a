"""The meaning of programs: in plain Python, over arrays, on intervals."""
