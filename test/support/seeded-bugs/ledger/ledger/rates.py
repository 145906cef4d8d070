"""Rates of exchange to the euro."""

RATES = {
    "EUR": 1.0,
    "USD": 0.9,
    "CHF": 1.05,
}

ROUND_TO = 2


def to_euro(amount, currency):
    if currency not in RATES:
        raise ValueError("no rate for " + currency)
    return round(amount * RATES[currency], ROUND_TO)
