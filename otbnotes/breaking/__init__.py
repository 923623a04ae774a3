"""Breaking instances: each function drops one hypothesis of a statement and keeps the rest.  One file a chapter.

It returns (measured, bound, story) with measured > bound, so that ``claim.needs("convex", *ogd_not_convex())`` reads well.
The ball has radius 1, and slope and features are declared to be at most 1, if nothing else is said.
"""
