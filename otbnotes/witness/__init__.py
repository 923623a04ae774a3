"""Worst cases: games on which a bound is attained, or nearly so.  One file a chapter."""
