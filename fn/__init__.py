"""A KRM function that makes a Volcano Job ready for torch.distributed at build time."""
