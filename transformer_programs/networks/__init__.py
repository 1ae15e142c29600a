"""Networks in JAX: those that become programs, with extraction and proof; standard Transformers.

`transformer_programs.fit` trains them. Nothing is imported here, so that JAX is loaded when needed.
"""
