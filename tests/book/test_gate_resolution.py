"""The build says which terms of a bound no row would miss, unless their card says why; and which of its words name none."""

import sys

import pytest
from pages import ROOT

sys.path.insert(0, str(ROOT / "book" / "extensions"))

from otb_ledger import unheard  # noqa: E402

pytestmark = pytest.mark.gate
TERMS = [{"bound": "f", "term": "a + b", "whole": True, "exponent": False, "value": 0.99},
         {"bound": "f", "term": "b", "whole": False, "exponent": False, "value": 0.4}]


def card(*unseen):
    return {"unseen": [{"bound": "f", "term": term, "because": "it is small at every size that one meets"} for term in unseen]}


def test_a_term_that_no_row_would_miss_needs_a_word():
    assert list(unheard(card(), TERMS)) == ["f: b could be cut to 0.4 of itself, and no row would notice: add one that does, or say why not, with unseen"]
    assert list(unheard(card("b"), TERMS)) == []


def test_a_word_on_a_term_that_is_noticed_or_is_none_is_refused():
    assert [sentence[:20] for sentence in unheard(card("b", "a + b", "c"), TERMS)] == ["f: unseen names a + ", "f: unseen names c, w"]
