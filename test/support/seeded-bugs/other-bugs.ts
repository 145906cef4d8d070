import { edit, type SeededBug } from './seeded-bug.ts'

const ledger = {
  total: edit('ledger/book.py', '        total = 0\n', '        total = 0.0\n'),
  accounts: edit(
    'ledger/book.py',
    '        return sorted({entry.account for entry in self.entries})',
    '        return sorted(set(entry.account for entry in self.entries))',
  ),
  add: edit(
    'ledger/book.py',
    'self.entries.append(entry)\n        return self',
    'self.entries += [entry]\n        return self',
  ),
  month: edit('ledger/entries.py', 'return self.day[:7]', 'return self.day[0:7]'),
  skip: edit(
    'ledger/entries.py',
    '        if line.strip() == "" or line.startswith("#"):\n            continue\n',
    '        is_comment = line.startswith("#")\n        if is_comment or not line.strip():\n            continue\n',
  ),
  rate: edit('ledger/rates.py', '"no rate for "', '"unknown currency "'),
  width: edit(
    'ledger/report.py',
    '    width = max(len(account) for account in book.accounts())',
    '    accounts = book.accounts()\n    width = max(len(account) for account in accounts)',
  ),
  line: edit('ledger/report.py', 'account.ljust(width) + " " + format', 'f"{account:<{width}} " + format'),
  pages: edit('ledger/report.py', '"""Entries in pages of a fixed size', '"""All entries, in pages of a fixed size'),
}
const python = 'python3 -B -m unittest'

const logs = {
  number: edit('lib/read.sh', '      count=$((count + 1))', '      count=$(( count + 1 ))'),
  lines: edit('lib/read.sh', '  grep -c . "$1"', '  grep -c \'.\' "$1"'),
  slow: edit('lib/judge.sh', '      slow=$((slow + 1))', '      slow=$(( slow + 1 ))'),
  all: edit(
    'lib/judge.sh',
    '  errors=$(count_status "$1" 500)\n  all=$(count_lines "$1")\n  echo $((100 * errors / all))',
    '  all=$(count_lines "$1")\n  errors=$(count_status "$1" 500)\n  echo "$((100 * errors / all))"',
  ),
  top: edit('lib/top.sh', "    awk '{ print $2 }' |", "    awk '{print $2}' |"),
  said: edit('lib/settings.sh', '# Settings of all scripts.', '# What all scripts share.'),
}

export const otherBugs: SeededBug[] = [
  {
    name: 'Python: wrong sign of what was spent',
    repository: 'ledger',
    command: python,
    by: 'change',
    guilty: edit('ledger/report.py', 'month["spending"] -= amount', 'month["spending"] += amount'),
    decoys: [ledger.width, ledger.total, ledger.accounts, ledger.month, ledger.skip, ledger.pages],
  },
  {
    name: 'Python: a default that is shared',
    repository: 'ledger',
    command: python,
    by: 'change',
    guilty: edit(
      'ledger/book.py',
      'def collect(entry, into=None):\n    """Appends an entry to a list, a new one where none is given."""\n    into = [] if into is None else into\n',
      'def collect(entry, into=[]):\n    """Appends an entry to a list, a new one where none is given."""\n',
    ),
    decoys: [ledger.add, ledger.accounts, ledger.month, ledger.skip, ledger.rate, ledger.line],
  },
  {
    name: 'Python: a key that was renamed in one place',
    repository: 'ledger',
    command: python,
    by: 'change',
    guilty: edit(
      'ledger/report.py',
      'return totals["income"] - totals["spending"]',
      'return totals["income"] - totals["expenses"]',
    ),
    decoys: [ledger.line, ledger.total, ledger.accounts, ledger.month, ledger.skip, ledger.rate],
  },
  {
    name: 'Python: a condition that leaves out the last day',
    repository: 'ledger',
    command: python,
    by: 'change',
    guilty: edit('ledger/book.py', 'if first <= entry.day <= last]', 'if first <= entry.day < last]'),
    decoys: [ledger.add, ledger.total, ledger.month, ledger.skip, ledger.rate, ledger.width],
  },
  {
    name: 'Python: an exchange rate, far from the stack',
    repository: 'ledger',
    command: python,
    by: 'change',
    guilty: edit('ledger/rates.py', '"CHF": 1.05', '"CHF": 1.5'),
    decoys: [ledger.total, ledger.add, ledger.accounts, ledger.skip, ledger.month, ledger.line],
  },
  {
    name: 'shell: rows at the limit are no longer slow',
    repository: 'logs',
    command: 'sh test/run.sh',
    by: 'change',
    guilty: edit('lib/judge.sh', '[ "$ms" -ge "$SLOW_FROM_MS" ]', '[ "$ms" -gt "$SLOW_FROM_MS" ]'),
    decoys: [logs.number, logs.lines, logs.all, logs.top, logs.said],
  },
  {
    name: 'shell: a setting, far from the stack',
    repository: 'logs',
    command: 'sh test/run.sh',
    by: 'change',
    guilty: edit('lib/settings.sh', 'KEEP_DAYS=7', 'KEEP_DAYS=6'),
    decoys: [logs.number, logs.lines, logs.slow, logs.all, logs.top],
  },
  {
    name: 'shell: the wrong field is sorted',
    repository: 'logs',
    command: 'sh test/run.sh',
    by: 'change',
    guilty: edit('lib/top.sh', 'sort -k 1,1nr -k 2,2', 'sort -k 1,1n -k 2,2'),
    decoys: [logs.number, logs.lines, logs.slow, logs.all, logs.said],
  },
]
