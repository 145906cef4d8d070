import type { DevelopTask, Hypothesis, SkillState, TestResult } from '../../loop-state.ts'
import { parseHiddenEscapes } from './hidden-escapes.ts'
import { PageReader } from './page-reader.ts'
import { emptyCell, noneCell, parseCode, parseProse } from './parse-cell.ts'
import { parseEvidence } from './parse-evidence.ts'

type DevelopPage = Omit<SkillState, 'debug' | 'validate'>

const actions = ['init', 'develop', 'debug', 'validate', 'complete'] as const

/** `develop.md` as `renderDevelopPage` wrote it. Throws a `ProgressFault`. */
export function parseDevelopPage(file: string, text: string): DevelopPage {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Develop: ')
  reader.text('the progress bar')
  const fact = reader.facts('loop')
  const current = fact('current action').codeOrNull()
  const completed = fact('completed')
  const counts = /^(\d+) of (\d+)$/.exec(completed.text) ?? completed.fail('a number of a number')
  const task = fact('current task').codeOrNull()
  const lastProgress = fact('last progress').codeOrNull()
  const lastAction = fact('last action').codeOrNull()
  const mode = fact('mode').code()
  reader.heading(2, 'Tasks')
  const rows = parseTasks(reader)
  reader.heading(2, 'Errors')
  const errors = reader.rows(['when', 'action', 'message']).map((row) => ({
    action: reader.value(row, 1).code(),
    message: reader.value(row, 2).prose(),
    timestamp: reader.value(row, 0).code(),
  }))
  reader.heading(2, 'Files')
  const tasks = shareFiles(reader, rows)
  reader.heading(2, 'Actions')
  const done = parseActions(reader)
  reader.end()
  return {
    current_action:
      actions.find((one) => one === current) ?? (current === null ? null : fact('current action').fail('an action')),
    last_action: lastAction,
    completed_actions: done,
    mode: mode === 'auto' || mode === 'interactive' ? mode : fact('mode').fail('`auto` or `interactive`'),
    develop: {
      total: Number(counts[2]),
      completed: Number(counts[1]),
      ...(task === null ? {} : { current_task: task }),
      tasks,
      last_progress_at: lastProgress,
    },
    errors,
  }
}

interface TaskRow {
  task: DevelopTask
  files: number
}

function parseTasks(reader: PageReader): TaskRow[] {
  const heads = ['id', 'task', 'status', 'tool', 'mode', 'files', 'created', 'completed']
  return reader.rows(heads).map((row) => ({
    task: {
      id: reader.value(row, 0).code(),
      description: reader.value(row, 1).prose(),
      tool: reader.value(row, 3).word(['gemini', 'qwen', 'codex', 'bash']),
      mode: reader.value(row, 4).word(['analysis', 'write']),
      status: parseStatus(reader.value(row, 2).word(['pending', 'in progress', 'completed', 'failed'])),
      files_changed: [],
      created_at: reader.value(row, 6).code(),
      completed_at: reader.value(row, 7).codeOrNull(),
    },
    files: reader.value(row, 5).number(),
  }))
}

function parseStatus(word: 'pending' | 'in progress' | 'completed' | 'failed'): DevelopTask['status'] {
  return word === 'in progress' ? 'in_progress' : word
}

/** The files in the order of the tasks; each task's row says how many are its own. */
function shareFiles(reader: PageReader, rows: readonly TaskRow[]): DevelopTask[] {
  const at = reader.peek()?.line ?? 1
  const files = reader.rows(['task', 'file']).values()
  const tasks = rows.map(({ task, files: count }): DevelopTask => {
    const own: string[] = []
    while (own.length < count) {
      const { value: row } = files.next()
      if (row === undefined) return reader.fail(at, `there are fewer files than the ${count} of ${task.id}`)
      if (reader.value(row, 0).code() !== task.id) reader.value(row, 0).fail(`a file of ${task.id}`)
      own.push(reader.value(row, 1).code())
    }
    return { ...task, files_changed: own }
  })
  const more = files.next().value
  if (more !== undefined) reader.value(more, 0).fail('no further file')
  return tasks
}

/** More than any loop does; a number that was changed can't fill the memory. */
const mostActions = 1_000_000

function parseActions(reader: PageReader): string[] {
  const done: string[] = []
  for (const row of reader.rows(['action', 'times'])) {
    const action = reader.value(row, 0).code()
    const times = reader.value(row, 1).number()
    if (!Number.isInteger(times) || times < 1 || done.length + times > mostActions)
      reader.value(row, 1).fail('a whole number')
    for (let left = times; left > 0; left -= 1) done.push(action)
  }
  return done
}

/** `debug.md` as `renderDebugPage` wrote it. Throws a `ProgressFault`. */
export function parseDebugPage(file: string, text: string): SkillState['debug'] {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Debug: ')
  const fact = reader.facts('debugging')
  const bug = fact('active bug').proseOrNull()
  const hypotheses: Hypothesis[] = []
  while (reader.peek()?.kind === 'heading') hypotheses.push(parseHypothesis(reader))
  reader.end()
  return {
    ...(bug === null ? {} : { active_bug: bug }),
    hypotheses_count: fact('hypotheses').number(),
    hypotheses,
    confirmed_hypothesis: fact('confirmed').codeOrNull(),
    iteration: fact('iteration').number(),
    last_analysis_at: fact('last analysis').codeOrNull(),
  }
}

function parseHypothesis(reader: PageReader): Hypothesis {
  const line = reader.peek()?.line ?? 1
  const whole = reader.heading(2, '')
  const struck = /^~~([^]*)~~$/.exec(whole)
  const title = /^(\*empty\*|`[^`]*`|<code>[^`]*?<\/code>) ([^]+)$/.exec(struck?.[1] ?? whole)
  const id = parseCode(title?.[1] ?? '')
  if (title === null || id === undefined) return reader.fail(line, 'the heading has no id between backticks')
  const fact = reader.facts('verdict')
  const status = fact('status').word(['pending', 'confirmed', 'rejected', 'inconclusive'])
  if ((status === 'rejected') !== (struck !== null)) fact('status').fail('rejected, and the heading struck through,')
  const likelihood = fact('likelihood')
  return {
    id,
    description: parseProse(title[2] ?? ''),
    testable_condition: fact('if this holds').prose(),
    logging_point: fact('look at').prose(),
    evidence_criteria: { confirm: fact('confirmed by').prose(), reject: fact('rejected by').prose() },
    likelihood: likelihood.text === '1 (the likeliest)' ? 1 : likelihood.number(),
    status,
    evidence: parseEvidence(reader),
    verdict_reason: fact('why').proseOrNull(),
  }
}

/** `validate.md` as `renderValidatePage` wrote it. Throws a `ProgressFault`. */
export function parseValidatePage(file: string, text: string): SkillState['validate'] {
  const reader = new PageReader(file, text)
  reader.heading(1, 'Validate: ')
  const fact = reader.facts('validation')
  const count = fact('tests').number()
  reader.heading(2, 'Failed tests')
  const failed = reader.rows(['failed']).map((row) => reader.value(row, 0).prose())
  const results = new Map<number, TestResult>()
  const add = (place: number, result: TestResult, fail: (wanted: string) => never) => {
    if (results.has(place) || place > count || place < 1) fail(`a number of a test from 1 to ${count}`)
    results.set(place, result)
  }
  for (let next = reader.peek(); next?.kind === 'heading' && next.text.startsWith('Test '); next = reader.peek()) {
    const { line } = next
    const { place, result } = parseLoudTest(reader)
    add(place, result, (wanted) => reader.fail(line, `the heading should have ${wanted}`))
  }
  reader.heading(2, 'Other tests')
  for (const row of reader.rows(['no', 'test', 'suite', 'status', 'ms'])) {
    const no = reader.value(row, 0)
    const test = { test_name: reader.value(row, 1).prose(), suite: reader.value(row, 2).prose() }
    const quiet = { error_message: null, stack_trace: null }
    const status = reader.value(row, 3).word(['passed', 'skipped'])
    add(no.number(), { ...test, status, duration_ms: reader.value(row, 4).number(), ...quiet }, (wanted) =>
      no.fail(wanted),
    )
  }
  if (results.size !== count) fact('tests').fail(`${results.size}, the number of tests on the page,`)
  reader.end()
  return {
    pass_rate: fact('pass rate').number(' %'),
    coverage: fact('coverage').number(' %'),
    test_results: [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result),
    passed: fact('passed').word(['yes', 'no']) === 'yes',
    failed_tests: failed,
    last_run_at: fact('last run').codeOrNull(),
  }
}

function parseLoudTest(reader: PageReader): { place: number; result: TestResult } {
  const line = reader.peek()?.line ?? 1
  const title = /^(\d{1,9}): ([^]+)$/.exec(reader.heading(2, 'Test ')) ?? reader.fail(line, 'the heading has no number')
  const [row] = reader.rows(['suite', 'status', 'ms'])
  if (row === undefined) return reader.fail(line, 'the test has no status')
  return {
    place: Number(title[1]),
    result: {
      test_name: parseProse(title[2] ?? ''),
      suite: reader.value(row, 0).prose(),
      status: reader.value(row, 1).word(['passed', 'failed', 'skipped']),
      duration_ms: reader.value(row, 2).number(),
      error_message: parseLong(reader, 'Message'),
      stack_trace: parseLong(reader, 'Stack'),
    },
  }
}

function parseLong(reader: PageReader, what: string): string | null {
  const { text, line } = reader.text(`**${what}:**`)
  if (text === `**${what}:** ${noneCell}`) return null
  if (text === `**${what}:** ${emptyCell}`) return ''
  if (text !== `**${what}:**`)
    reader.fail(line, `there is ${JSON.stringify(text.slice(0, 80))} where **${what}:** should be`)
  return parseHiddenEscapes(reader.code(`the ${what.toLowerCase()} in a block`))
}
