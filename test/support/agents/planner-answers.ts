import type { PlannedAnswer, TaskAnswer } from '../../../src/adapters/agents/planner/plan-answer-schema.ts'

/** A task as a model plans it: `src/count.js` of a small repository. */
export function buildTaskAnswer(given: Partial<TaskAnswer> = {}): TaskAnswer {
  return {
    id: 'T1',
    title: 'Print 0 for an empty file',
    action: 'Fix',
    description: '`tally count` reads a file that has no lines, and prints 0 for it.',
    scope: ['src/count.js', 'test/'],
    places: [{ file: 'src/count.js', target: 'count', change: 'return 0 where there are no lines', is_new: false }],
    steps: ['Return 0 in `count` where the text is empty', 'Add a test with an empty file'],
    depends_on: [],
    criteria: [
      { statement: '`count` of an empty text returns 0', check: 'command', command: 'node test/empty.js' },
      { statement: '`src/count.js` has no special case for one line', check: 'judgement', severity: 'minor' },
    ],
    test_commands: ['npm test'],
    estimate_person_days: 0.5,
    ...given,
  }
}

export function buildPlannedAnswer(given: Partial<PlannedAnswer> = {}): PlannedAnswer {
  return {
    kind: 'plan',
    description: 'Empty files are counted as 0.',
    strategy: 'bugfix',
    risk: 'low',
    impact: 'low',
    complexity: 'low',
    patterns: 'Plain functions, no dependencies.',
    integration_points: '`bin/tally.js` prints what `count` returns.',
    tests_found_in: 'package.json',
    tasks: [buildTaskAnswer()],
    asks: [{ id: 'A1', covered_by: ['T1/1'] }],
    more_asks: [],
    ...given,
  }
}

/** The repository that those plans are about. */
export const tallyFiles: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "tally", "type": "module", "scripts": { "test": "node test/count.js" } }\n',
  'README.md': '# tally\n\nCounts lines.\n',
  'bin/tally.js': "import { count } from '../src/count.js'\nconsole.log(count(process.argv[2]))\n",
  'src/count.js': "export function count(text) {\n  return text.split('\\n').length\n}\n",
  'test/count.js': "import { count } from '../src/count.js'\nif (count('a\\nb') !== 2) process.exit(1)\n",
}

export const tallyIssue = {
  title: 'tally crashes on empty files',
  body: 'When I run `tally count empty.txt` it prints 1.\n\nIt should print 0 instead.',
}
