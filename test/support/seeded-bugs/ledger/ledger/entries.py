"""Entries, and how they are read."""

from dataclasses import dataclass

SEPARATOR = ";"


@dataclass(frozen=True)
class Entry:
    day: str
    account: str
    amount: float
    currency: str = "EUR"

    @property
    def month(self):
        return self.day[:7]


def parse_entry(line):
    """An entry of a line such as 2026-01-31;rent;-900;EUR."""
    parts = [part.strip() for part in line.split(SEPARATOR)]
    if len(parts) < 3:
        raise ValueError("too few fields: " + line)
    currency = parts[3] if len(parts) > 3 else "EUR"
    return Entry(parts[0], parts[1], float(parts[2]), currency)


def parse_entries(text):
    entries = []
    for line in text.splitlines():
        if line.strip() == "" or line.startswith("#"):
            continue
        entries.append(parse_entry(line))
    return entries
