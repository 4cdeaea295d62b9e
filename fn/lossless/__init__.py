"""Lossless YAML, behind `fn.nodes`: the graph finds the place, the text is edited.

`parser` gives events; `scalars` knows how Kubernetes reads a scalar, and writes new ones; `tree` holds what all nodes
have in common. `layout` finds where a node stands in its text, `comments` what belongs to it. `leaves`, `collection`
and `branches` are the nodes with their verbs, `settle` and `refusals` work on them. `writer` compares the changed
graph with the source (`plan`) and makes `edits`: `values` puts a value in the place of another, `flow` edits between
brackets, `render` makes new text.
"""
