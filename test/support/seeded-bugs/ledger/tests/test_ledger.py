import unittest

from ledger.book import Book, collect
from ledger.entries import parse_entries, parse_entry
from ledger.report import pages, render, saved, summarise

TEXT = """# January
2026-01-01;salary;3000;EUR
2026-01-03;rent;-900
2026-01-15;books;-50;USD
2026-01-31;rent;-20;CHF

2026-02-01;salary;3000;EUR
2026-02-03;rent;-900
2026-02-09;gift;100;USD
"""


class EntriesTest(unittest.TestCase):
    def test_reads_lines_without_comments(self):
        entries = parse_entries(TEXT)
        self.assertEqual(len(entries), 7)
        self.assertEqual(entries[2].currency, "USD")

    def test_refuses_lines_with_too_few_fields(self):
        with self.assertRaises(ValueError):
            parse_entry("2026-01-01;rent")

    def test_collects_into_a_new_list(self):
        self.assertEqual(collect("a"), ["a"])
        self.assertEqual(collect("b"), ["b"])


class BookTest(unittest.TestCase):
    def setUp(self):
        self.book = Book(parse_entries(TEXT))

    def test_balances_in_euro(self):
        self.assertEqual(self.book.balance("rent"), -1821.0)

    def test_takes_both_days(self):
        found = self.book.between("2026-01-03", "2026-01-31")
        self.assertEqual([entry.account for entry in found], ["rent", "books", "rent"])


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.book = Book(parse_entries(TEXT))

    def test_tells_what_was_saved(self):
        self.assertEqual(saved(self.book, "2026-01"), 2034.0)

    def test_keeps_income_and_spending_apart(self):
        self.assertEqual(summarise(self.book)["2026-02"], {"income": 3090.0, "spending": 900.0})

    def test_has_all_entries_on_pages(self):
        self.assertEqual([len(page) for page in pages(self.book)], [3, 3, 1])

    def test_is_in_columns(self):
        self.assertEqual(render(self.book).splitlines()[1], "gift   90.00")


if __name__ == "__main__":
    unittest.main()
