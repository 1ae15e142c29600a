"""Learning: networks that become programs, standard Transformers, word groups, baselines.

`transformer_programs.learning.fit` is the call for all of them. Only networks need JAX, so nothing
is imported here.
"""
