import { z } from 'zod'
import { getKey, type SchemaFault } from '../../text/find-schema-faults.ts'
import { writeInstead } from './right-line.ts'

/** A line for each key of a plan, as it may stand there. */
const examples: Readonly<Record<string, string>> = {
  tasks: '[{ id: T1, title: What to do }]',
  id: 'T1',
  title: 'What is done',
  description: 'What it is for',
  scope: 'src/a.js',
  modification_points: '[{ file: src/a.js, target: parse, change: read hours }]',
  implementation: '[A step, another]',
  test: '{ commands: [npm test] }',
  commands: '[npm test]',
  acceptance: "{ criteria: ['`src/a.js` exists'] }",
  criteria: "['`src/a.js` exists']",
  acceptance_criteria: "[{ statement: '`src/a.js` exists' }]",
  statement: "'`src/a.js` exists'",
  deliverable_spec: '{ filename: a.md, output_dir: docs/ }',
  files: '[docs/a.md, docs/img/**]',
  filename: 'a.md',
  output_dir: 'docs/',
  single_file: 'true',
  depends_on: '[T1]',
  estimated_minutes: '60',
  estimated_person_days: '0.5',
  priority: '1',
  executor: 'human',
  work: '[{ kind: run, command: npm run build }]',
  checks: '[{ id: C1, target: T1 }]',
  target: 'src/a.js',
  command: 'npm test',
  text: 'the words it contains',
  pattern: '^export ',
  schema: '{ type: object }',
  max_bytes: '20000',
  final: '{ mode: PASS_THROUGH }',
  include_children: '[T1]',
  output: '{ filename: a.md, output_dir: docs/ }',
  root_criteria: '[{ statement: What must hold, covered_by: [T1/AC-1] }]',
  covered_by: '[T1/AC-1]',
  notes: '[What a reader should know]',
}

/** What people call a key of a task, where the name is not near. */
const otherWords: Readonly<Record<string, string>> = {
  name: 'title',
  estimate: 'estimated_person_days',
  effort: 'estimated_person_days',
  days: 'estimated_person_days',
  estimated_days: 'estimated_person_days',
  person_days: 'estimated_person_days',
  minutes: 'estimated_minutes',
  deliverable: 'deliverable_spec',
  deliverables: 'deliverable_spec',
  delivers: 'deliverable_spec',
  output: 'deliverable_spec',
  files: 'scope',
  paths: 'scope',
  criteria: 'acceptance',
  done_when: 'acceptance',
  needs: 'depends_on',
  after: 'depends_on',
  dependencies: 'depends_on',
  steps: 'implementation',
  assignee: 'executor',
  owner: 'executor',
  tests: 'test',
}

const TasksSchema = z.object({ tasks: z.array(z.object({ id: z.string().catch('') }).catch({ id: '' })) })

/** Keys whose examples name tasks. */
const naming = new Set(['depends_on', 'checks', 'include_children', 'root_criteria', 'covered_by'])

/**
 * Faults of a plan's shape, each with the line that would be right; those that list what may stand there show it already.
 */
export function showRightLines(faults: readonly SchemaFault[], plan: unknown): SchemaFault[] {
  const ids = listTaskIds(plan)
  return faults.map((fault) => {
    const key = fault.path.findLast((part) => typeof part === 'string') ?? ''
    const meant = key === 'depends_on' ? listNamed(plan, fault.path) : undefined
    const fit = Object.hasOwn(examples, key) ? fitExample(key, examples[key] ?? '', fault, ids) : undefined
    const example = meant ?? fit
    if (fault.on === 'key') return nameOtherWord(fault, plan, ids)
    if (example === undefined || fault.message.includes('; it may be ')) return fault
    return { ...fault, message: writeInstead(fault.message, `${key}: ${example}`) }
  })
}

/** A task's key in other words, with the line that is meant, and its number in it; as it is where the name told already. */
function nameOtherWord(fault: SchemaFault, plan: unknown, ids: readonly string[]): SchemaFault {
  const [list, , word, ...deeper] = fault.path
  if (list !== 'tasks' || deeper.length > 0 || fault.message.includes('did you mean')) return fault
  const key = typeof word === 'string' && Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
  if (key === undefined) return fault
  const given = fault.path.reduce((part: unknown, one) => getKey(part, one), plan)
  const isKept = key.startsWith('estimated_') && typeof given === 'number'
  const example = isKept ? String(given) : fitExample(key, examples[key] ?? '', fault, ids)
  return { ...fault, message: writeInstead(fault.message, `${key}: ${example}`) }
}

/** With a task of this plan in the place of the example's, or a number that none has. */
function fitExample(key: string, example: string, { path }: SchemaFault, ids: readonly string[]): string {
  if (key === 'id') return nextId(ids)
  if (!naming.has(key)) return example
  const at = path[0] === 'tasks' ? Number(path[1]) : -1
  const other = ids.find((id, index) => index !== at && id !== '' && id !== ids[at])
  if (other !== undefined) return example.replaceAll('T1', other)
  return key === 'depends_on' ? '[]' : example
}

/** `[T2, T3]` of `T2, T3`: what was written there is what is meant. */
function listNamed(plan: unknown, path: SchemaFault['path']): string | undefined {
  const named = path.reduce((part: unknown, key) => getKey(part, key), plan)
  return typeof named === 'string' && /^T\d[\d.]*(?:\s*,\s*T\d[\d.]*)*$/.test(named) ? `[${named}]` : undefined
}

function nextId(ids: readonly string[]): string {
  return Array.from({ length: ids.length + 1 }, (_, index) => `T${index + 1}`).find((id) => !ids.includes(id)) ?? 'T1'
}

/** In their order; '' for one whose id can't be read. */
function listTaskIds(plan: unknown): string[] {
  const list = TasksSchema.safeParse(plan)
  return list.success ? list.data.tasks.map((task) => task.id) : []
}
