"""The book: entries by account."""

from ledger.rates import to_euro


class Book:
    def __init__(self, entries=None):
        self.entries = list(entries or [])

    def add(self, entry):
        self.entries.append(entry)
        return self

    def accounts(self):
        return sorted({entry.account for entry in self.entries})

    def balance(self, account=None):
        total = 0
        for entry in self.entries:
            if account is None or entry.account == account:
                total += to_euro(entry.amount, entry.currency)
        return round(total, 2)

    def between(self, first, last):
        """Entries of these days, both included."""
        return [entry for entry in self.entries if first <= entry.day <= last]


def collect(entry, into=None):
    """Appends an entry to a list, a new one where none is given."""
    into = [] if into is None else into
    into.append(entry)
    return into
