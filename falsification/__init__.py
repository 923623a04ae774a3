"""The book's case against itself: wrong statements that must go red, other seeds, broken machines and bad inputs."""
