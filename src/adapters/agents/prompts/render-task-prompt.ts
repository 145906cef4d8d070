import { readFileSync } from 'node:fs'
import type { ExecutionRequest } from '../../../application/ports/roles/executor.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { renderDataBlock } from './data-block.ts'

export interface TaskPrompt {
  text: string
  /** Of the file that it was made of: its name and version, and its hash. */
  name: string
  sha256: string
}

type Asked = Pick<ExecutionRequest, 'plan' | 'task' | 'rejections' | 'lastFailure' | 'earlier' | 'analysis'>

const template = readFileSync(new URL('execute-task.md', import.meta.url), 'utf8')
/** Counted up with each change of the file. */
const name = 'execute-task@1'
const sha256 = sha256Hex(template)

/** Of all rejected versions the newest are told, and of each text no more than this. */
const rejectionsTold = 3
const maxFieldLength = 20_000

/** What an agent is told to do a task; `mark` is drawn anew for each, so that no text can end the block that it is in. */
export function renderTaskPrompt(asked: Asked, mark: string): TaskPrompt {
  const filled: Readonly<Record<string, string>> = {
    mark,
    task: describeTask(asked, mark),
    redo: describeRedo(asked, mark),
  }
  const text = template.replaceAll(/\{\{(\w+)\}\}/g, (whole, place: string) => filled[place] ?? whole)
  return { text, name, sha256 }
}

function describeTask({ plan, task }: Asked, mark: string): string {
  const { output_dir, filename, description } = task.deliverable_spec
  const parts = [
    ['plan', plan.description],
    ['task', `${task.id}: ${task.title}\n\n${task.description}`],
    [
      'criteria',
      task.acceptance_criteria
        .map(({ id, severity, statement, command }) => {
          const checked = command === undefined ? '' : ` (checked by: ${command})`
          return `- ${id}, ${severity}: ${statement}${checked}`
        })
        .join('\n'),
    ],
    ['scope', task.scope],
    ['deliverable', [`${output_dir}${filename}`, description].filter((one) => one !== '').join('\n')],
    [
      'places to change',
      task.modification_points.map(({ file, target, change }) => `- ${file}: ${target}: ${change}`).join('\n'),
    ],
    ['steps', task.implementation.map((step) => `- ${step}`).join('\n')],
    ['test commands', task.test.commands.join('\n')],
    ['spelled out', task.work.map((item) => spellOut(item)).join('\n\n')],
  ]
  return parts
    .flatMap(([label = '', content = '']) => (content.trim() === '' ? [] : [renderBlock(label, content, mark)]))
    .join('\n')
}

function spellOut(item: Asked['task']['work'][number]): string {
  switch (item.kind) {
    case 'file':
      return `${item.path} is to hold:\n${item.content}`
    case 'diff':
      return item.diff
    case 'run':
      return item.command
  }
}

function describeRedo({ rejections, lastFailure, earlier, analysis }: Asked, mark: string): string {
  const left = rejections.length - rejectionsTold
  const told = rejections.slice(-rejectionsTold).map(({ artifact, review, diff }) => {
    const criteria = review.criteria.map(({ id, result, evidence }) => `- ${id}: ${result}: ${evidence}`)
    const verdict = [...review.why, '', ...criteria, '', 'To change:', ...review.to_change.map((one) => `- ${one}`)]
    return [
      `\nVersion ${artifact.version} was rejected. Its changes are not in the folder; make a better version, not the same again.`,
      renderBlock(`verdict on version ${artifact.version}`, verdict.join('\n'), mark),
      renderBlock(`diff of version ${artifact.version}`, diff, mark),
    ].join('\n')
  })
  return [
    ...(earlier === undefined ? [] : [renderEarlier(earlier, mark)]),
    ...(left > 0 ? [`\n${left} older rejected ${left === 1 ? 'version is' : 'versions are'} left out here.`] : []),
    ...told,
    ...(lastFailure === undefined ? [] : [renderLastFailure(lastFailure, mark)]),
    ...(analysis === null
      ? []
      : [
          '\nTests failed on the newest version, and this was found:',
          renderBlock('analysis', explainAnalysis(analysis), mark),
        ]),
    '',
  ].join('\n')
}

function renderLastFailure({ reason, diff }: NonNullable<Asked['lastFailure']>, mark: string): string {
  return [
    '\nThe newest attempt failed before anybody reviewed it. Its changes are not in the folder; find another way.',
    renderBlock('why the newest attempt failed', reason, mark),
    ...(diff === null ? [] : [renderBlock('diff of the newest attempt', diff, mark)]),
  ].join('\n')
}

function renderEarlier({ why, diff }: NonNullable<Asked['earlier']>, mark: string): string {
  return [
    '\nThis task was done and approved before. Its changes are not in the folder, whose files have changed since: do the same on what is there now.',
    renderBlock('why it is done anew', why, mark),
    renderBlock('diff of what was approved', diff, mark),
  ].join('\n')
}

function explainAnalysis({ failing_tests, hypotheses }: NonNullable<Asked['analysis']>): string {
  const found = hypotheses.map(
    ({ status, description, logging_point, verdict_reason }) =>
      `- ${status}: ${description} (${logging_point})${verdict_reason == null ? '' : `: ${verdict_reason}`}`,
  )
  return [`Failing: ${failing_tests.slice(0, 20).join(', ')}`, ...found].join('\n')
}

function renderBlock(label: string, text: string, mark: string): string {
  return renderDataBlock({ label, text }, mark, maxFieldLength)
}
