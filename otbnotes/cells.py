"""The cell that runs now in a page that runs in place, for whatever keeps account of cells."""

current = None
