"""Labelled inputs and scores."""

from .entities import EntityScores as EntityScores
from .entities import IobRule as IobRule
from .entities import are_entity_tags as are_entity_tags
from .entities import entity_scores as entity_scores
from .labelled import DEAD as DEAD
from .labelled import Automaton as Automaton
from .labelled import Ints as Ints
from .labelled import Listing as Listing
from .labelled import Metric as Metric
from .labelled import Oracle as Oracle
from .labelled import Scores as Scores
from .labelled import Setting as Setting
from .labelled import Split as Split
from .labelled import Task as Task
from .labelled import TaskError as TaskError
from .labelled import TaskSpec as TaskSpec
from .labelled import accuracy as accuracy
from .labelled import require_task as require_task
from .scoring import as_classes as as_classes
from .scoring import evaluate_program as evaluate_program
from .scoring import marked as marked
from .scoring import predictions as predictions
from .scoring import predictions_of as predictions_of
from .scoring import translated as translated
