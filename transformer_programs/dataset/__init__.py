"""Labelled inputs and scores."""

from .entities import EntityScores, IobRule, are_entity_tags, entity_scores
from .labelled import (
    DEAD,
    Automaton,
    Ints,
    Listing,
    Metric,
    Oracle,
    Scores,
    Setting,
    Split,
    Task,
    TaskError,
    TaskSpec,
    accuracy,
    require_task,
)
from .scoring import as_classes, evaluate_program, marked, predictions, predictions_of, translated

__all__ = [
    "DEAD",
    "Automaton",
    "EntityScores",
    "Ints",
    "IobRule",
    "Listing",
    "Metric",
    "Oracle",
    "Scores",
    "Setting",
    "Split",
    "Task",
    "TaskError",
    "TaskSpec",
    "accuracy",
    "are_entity_tags",
    "as_classes",
    "entity_scores",
    "evaluate_program",
    "marked",
    "predictions",
    "predictions_of",
    "require_task",
    "translated",
]
