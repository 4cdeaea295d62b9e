"""Lossless YAML, behind `fn.nodes`: the graph finds the place, the text is edited.

`parser` gives events, `tree` holds what nodes have in common, `scalars` knows how Kubernetes reads a scalar, `layout` where a node
stands in its text. `leaves` and `branches` are the nodes with their verbs. `writer` compares the changed graph with the source and makes
edits, in block style itself and in `flow` for brackets and braces; `render` makes the new text.
"""
