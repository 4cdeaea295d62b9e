"""Random YAML texts in mixed styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from random import Random

PLAIN = ["x", "1", "yes", "a b", "http://x", "-1", "~", "1e3", "it's", "a#b", "ü", "😀", "08", "null", ".5"]
QUOTED = ['"a"', '"a\\nb"', '""', '"# no"', "'it''s'", "'- a'", '"\\u0001"', "''"]
KEYS = ["a", "b", "c", "name", "yes", "1", "a b", '"q"', "'s'", "é", "k-1", "fn.x/y"]
T = TypeVar("T")


class Text:
    """Writes one random text."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.anchors: list[tuple[str, bool]] = []
        self.named = 0

    def write(self) -> str:
        lines = self.filler(0)
        if self.maybe(0.2):
            lines.append(self.pick(["---", "--- # doc"]))
            lines += self.filler(0)
        if self.maybe(0.12):
            lines += self.flow(0, root=True)
        else:
            lines += self.block(0, 0)
        lines += self.filler(0)
        if self.maybe(0.1):
            lines += [self.pick(["...", "---"]), *([] if self.maybe(0.3) else ["z: 1"])]
        text = "\n".join(lines) + ("" if self.maybe(0.15) else "\n")
        text = text.replace("\n", "\r\n") if self.maybe(0.15) else text
        text = (
            "".join(line + ("\r\n" if self.maybe(0.5) else "\n") for line in text.split("\n"))
            if self.maybe(0.05)
            else text
        )
        return "\ufeff" + text if self.maybe(0.05) else text

    def maybe(self, chance: float) -> bool:
        return self.rng.random() > 1 - chance  # so that the least random numbers make the least text

    def pick(self, choices: list[T]) -> T:
        return self.rng.choice(choices)

    def filler(self, column: int) -> list[str]:
        """Comments, blank lines."""
        lines = []
        while self.maybe(0.3):
            kind = self.rng.randrange(6)
            if kind < 4:
                at = self.pick([column, column, column + 1, column + 2, column + 4, max(column - 2, 0), 0])
                lines.append(" " * at + f"# c{self.rng.randrange(100)}")
            else:
                lines.append("" if kind == 4 else " " * self.rng.randrange(1, 9))
        return lines

    def comment(self) -> str:
        return "\t# t" if self.maybe(0.01) else self.pick(["", "", "", " # e", "   # f: g"])

    def properties(self, *, collection: bool) -> str:
        found = ""
        if self.maybe(0.12):
            self.named += 1
            found = f"&n{self.named}"
        if self.maybe(0.04):
            found += (" " if found else "") + self.pick(["!foo"] if collection else ["!!str", "!foo", "!"])
        return found

    def close(self, properties: str, *, mapping: bool) -> None:
        if properties.startswith("&"):
            self.anchors.append((properties.split(maxsplit=1)[0][1:], mapping))

    def block(self, column: int, depth: int, *, inline: bool = False, sequence: bool | None = None) -> list[str]:
        if sequence is None:
            sequence = self.maybe(0.4)
        count = self.pick([1, 1, 2, 3, 5])
        lines: list[str] = []
        keys = self.rng.sample(KEYS, count)
        merged = False
        for at in range(count):
            if at or not inline:
                lines += self.filler(column)
            start = len(lines)
            if sequence:
                entry = self.entry("-", column, depth, in_list=True)
            elif self.maybe(0.08) and not merged and any(mapping for _, mapping in self.anchors):
                name = self.pick([name for name, mapping in self.anchors if mapping])
                merged = True
                entry = [self.pick(["<<", "!!merge <<"]) + f": *{name}" + self.comment()]
            elif self.maybe(0.04):
                entry = ["? " + keys[at] + self.comment()]
                if self.maybe(0.7):
                    entry += [*self.filler(column), *self.entry(" " * column + ":", column, depth, in_list=True)]
            else:
                key = self.pick(["!!str ", "&k "]) + keys[at] if self.maybe(0.04) else keys[at]
                entry = self.entry(key + self.pick([":", ":", ":", " :"]), column, depth, in_list=False)
            lines += entry
            if at or not inline:
                lines[start] = " " * column + lines[start]
        return lines

    def entry(self, marker: str, column: int, depth: int, *, in_list: bool) -> list[str]:
        """The lines of an entry, the first without indentation."""
        kind = 15 - self.rng.randrange(16)
        blank = self.pick([" ", " ", " ", "  ", "    "])
        if kind <= 4 and depth < 4:
            properties = self.properties(collection=True)
            mapping = self.maybe(0.6)
            if in_list and not properties and self.maybe(0.7):
                below = column + len(marker.strip()) + len(blank)
                lines = self.block(below, depth + 1, inline=True, sequence=not mapping)
                lines[0] = marker + blank + lines[0]
            else:
                offset = self.pick([1, 2, 2, 3, 4]) if mapping or in_list else self.pick([0, 0, 2, 4])
                comment = self.comment().replace("\t", " ")  # PyYAML's own parser takes no tab behind a tag
                lines = [marker + (" " + properties if properties else "") + comment]
                lines += self.block(column + offset, depth + 1, sequence=not mapping)
            self.close(properties, mapping=mapping)
            return lines
        if kind <= 6:
            lines = self.flow(column)
            return [marker + blank + lines[0], *lines[1:]]
        if kind == 7:
            return self.block_scalar(marker + blank, column)
        if kind == 8:
            return [marker + self.comment()]
        if kind == 9 and self.anchors:
            return [marker + blank + "*" + self.pick(self.anchors)[0] + self.comment()]
        properties = self.properties(collection=False)
        head = marker + blank + (properties + " " if properties else "")
        pad = " " * (column + self.pick([1, 2, 4]))
        if kind == 10:
            first, second = self.pick([("long", "text"), ('"long', 'text"'), ("'long", "text'"), ('"lo\\', '# ng"')])
            lines = [head + first, pad + second + self.comment()]
        elif kind == 11:
            lines = [
                marker + self.comment(),
                *self.filler(column + 1),
                pad + self.pick(PLAIN + QUOTED) + self.comment(),
            ]
            properties = ""
        else:
            lines = [head + self.pick(PLAIN + QUOTED) + self.comment()]
        self.close(properties, mapping=False)
        return lines

    def block_scalar(self, head: str, column: int) -> list[str]:
        indent = column + self.pick([1, 2, 4])
        header = self.pick(["|", "|", ">"]) + self.pick(["", "", "-", "+", str(indent - column)])
        lines = [head + header + self.pick(["", "", " # h"])]
        for _ in range(self.pick([0, 1, 2, 3])):
            lines.append(" " * indent + self.pick(["text", "# text", "a: b", "- a", "  deeper", "trail  "]))
            if self.maybe(0.2):
                lines.append(self.pick(["", " " * indent, " " * (indent + 2)]))
        return lines + [""] * self.pick([0, 0, 0, 1, 2])

    def flow(self, column: int, *, root: bool = False) -> list[str]:
        json = self.maybe(0.3)
        if self.maybe(0.5) or json:
            text = self.flow_node(0, json=json, only=root or not self.maybe(0.1))
            return (text + self.comment()).split("\n")
        pad = " " * (column + self.pick([1, 2, 2]))
        opening, closing = self.pick([("[", "]"), ("{", "}")])
        lines = [opening + self.comment()]
        count = self.rng.randrange(4)
        keys = self.rng.sample(KEYS, count)
        for at in range(count):
            if self.maybe(0.2):
                lines.append(self.pick(["", pad + "# above"]))
            value = self.flow_node(1, json=False)
            if opening == "{":
                value = f"{keys[at]}: {value}"
            elif self.maybe(0.1):
                value = f"p: {value}"
            comma = "," if at < count - 1 or self.maybe(0.3) else ""
            if self.maybe(0.2) and (at or self.maybe(0.3)) and "#" not in lines[-1] and lines[-1]:
                lines[-1] += " " + value
            else:
                lines.append(pad + value)
            if comma and self.maybe(0.2):
                lines[-1] += self.pick(["", " # between"])
                lines += self.pick([[], [], [""], [pad + "# above the comma"]])
                lines.append(self.pick(["", " ", pad]) + comma)
            else:
                lines[-1] += comma
            lines[-1] += self.pick(["", "", " # in"])
        while self.maybe(0.2):
            lines.append(self.pick(["", pad + "# last", " " + pad + "# right", pad[1:] + "# left"]))
        if "#" in lines[-1] or not lines[-1].strip() or self.maybe(0.8):
            lines.append(pad[1:] + " " + closing + self.comment())
        else:
            lines[-1] += self.pick(["", " "]) + closing + self.comment()
        return lines

    def flow_node(self, depth: int, *, json: bool, only: bool = False) -> str:
        kind = self.rng.randrange(3) if only else 9 - self.rng.randrange(10)
        if depth > 2 and kind < 3:
            kind = 5
        comma = self.pick([", ", ", ", ",", " , "]) if not json else self.pick([", ", ","])
        if kind == 0:
            values = [self.flow_node(depth + 1, json=json) for _ in range(self.rng.randrange(4))]
            if not json and self.maybe(0.1):
                values.append(self.pick(["p: 1", "? p : 1", '"p": {q: r}']))
            return "[" + comma.join(values) + ("," if values and not json and self.maybe(0.1) else "") + "]"
        if kind in {1, 2}:
            keys = self.rng.sample(KEYS, self.rng.randrange(4))
            if json:
                pairs = [
                    f'"{key.strip(chr(34) + chr(39))}"' + self.pick([": ", ":"]) + self.flow_node(depth + 1, json=True)
                    for key in keys
                ]
            else:
                pairs = [self.flow_pair(key, depth) for key in keys]
            return "{" + comma.join(pairs) + ("," if pairs and not json and self.maybe(0.1) else "") + "}"
        if json:
            return self.pick(["1", "true", "null", '"x"', '"a\\nb"'])
        if kind == 3 and self.anchors:
            return "*" + self.pick(self.anchors)[0] + " "
        properties = self.properties(collection=False)
        text = self.pick(["x", "1", "yes", "a b", "~", '"a"', "'b, c'", "08", '"{"'])
        self.close(properties, mapping=False)
        return properties + " " + text if properties else text

    def flow_pair(self, key: str, depth: int) -> str:
        kind = self.rng.randrange(12)
        if kind == 0:
            return key
        if kind == 1:
            return key + ": "
        if kind == 2:
            return f"? {key} : {self.flow_node(depth + 1, json=False)}"
        return f"{key}: {self.flow_node(depth + 1, json=False)}"
