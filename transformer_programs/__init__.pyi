from . import program, tasks
from .analysis import infer
from .attribution import circuit, explain
from .cli.summary import show
from .estimator import TransformerProgramClassifier, TransformerProgramTagger
from .learn.config import Config
from .learning import Baseline, Gradient, Learned, Readable, Search, Standard, fit, search
from .meaning.batch import run_batch
from .meaning.interpret import evaluate
from .printer import emit
from .program import Program, Vocabulary
from .program.program import claims
from .program.values import Refusal
from .simplifier import simplify
from .store import load, save
from .tracer import trace
from .verifier import Oracle, load_emitted, verify, verify_task
from .view import page, write_page

__all__ = [
    "Baseline",
    "Config",
    "Gradient",
    "Learned",
    "Oracle",
    "Program",
    "Readable",
    "Refusal",
    "Search",
    "Standard",
    "TransformerProgramClassifier",
    "TransformerProgramTagger",
    "Vocabulary",
    "circuit",
    "claims",
    "emit",
    "evaluate",
    "explain",
    "fit",
    "infer",
    "load",
    "load_emitted",
    "page",
    "program",
    "run_batch",
    "save",
    "search",
    "show",
    "simplify",
    "tasks",
    "trace",
    "verify",
    "verify_task",
    "write_page",
]
