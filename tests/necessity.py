"""What every table of breaking instances must satisfy."""

from otbnotes import claim


def assert_each_is_needed(label, instances, hypotheses):
    """Check that the table has one instance for each hypothesis, and that each goes green as a necessity and tells its story."""
    assert set(instances) == set(hypotheses)
    trial = claim(label, hypotheses)
    for hypothesis, instance in instances.items():
        measured, bound, story = instance()
        check = trial.needs(hypothesis, measured, bound, on=story)
        assert check.verdict == "confirmed" and isinstance(story, str) and story, check
    assert trial.card()["needs_shown"] == sorted(hypotheses)
