import type { SchemaFault } from './find-schema-faults.ts'
import { writeInstead } from './plan-rules/right-line.ts'

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

/** Faults of a plan's shape, each with the line that would be right; those that list what may stand there show it already. */
export function showRightLines(faults: readonly SchemaFault[]): SchemaFault[] {
  return faults.map((fault) => {
    const key = fault.path.findLast((part) => typeof part === 'string') ?? ''
    const example = Object.hasOwn(examples, key) ? examples[key] : undefined
    if (fault.on === 'key' || example === undefined || fault.message.includes('; it may be ')) return fault
    return { ...fault, message: `${fault.message}${writeInstead(`${key}: ${example}`)}` }
  })
}
