"""Figures: the functions here take results and never compute.  ``style`` sets how all of them look; the other files are named after chapters."""
