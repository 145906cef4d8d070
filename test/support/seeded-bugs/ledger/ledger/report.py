"""Reports over a book."""

from ledger.rates import to_euro

PAGE_SIZE = 3


def summarise(book):
    """Income and spending, both as positive amounts, by month."""
    months = {}
    for entry in book.entries:
        month = months.setdefault(entry.month, {"income": 0, "spending": 0})
        amount = to_euro(entry.amount, entry.currency)
        if amount >= 0:
            month["income"] += amount
        else:
            month["spending"] -= amount
    return months


def saved(book, month):
    totals = summarise(book)[month]
    return totals["income"] - totals["spending"]


def pages(book):
    """Entries in pages of a fixed size; the last one may be shorter."""
    found = []
    for start in range(0, len(book.entries), PAGE_SIZE):
        found.append(book.entries[start : start + PAGE_SIZE])
    return found


def render(book):
    width = max(len(account) for account in book.accounts())
    lines = []
    for account in book.accounts():
        lines.append(account.ljust(width) + " " + format(book.balance(account), ".2f"))
    return "\n".join(lines)
