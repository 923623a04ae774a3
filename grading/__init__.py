"""The problem sets: build them from their masters, grade submissions in a sandbox, and grade the grader.

Run these modules with the Python of ``.venv-grading``: otter-grader does not live in the environment of the book.
"""
