import { recordText } from '../../../domain/language/message.ts'
import { commandLimits } from '../../../application/runs/tests/command-limits.ts'
import type { ExecutionOutcome, ExecutionRequest, Executor } from '../../../application/ports/roles/executor.ts'
import type { CommandOutcome, GivenFile } from '../../../application/ports/roles/workspace.ts'
import { applyWork } from '../apply-work.ts'
import { errorCode } from '../error-code.ts'
import { fillReceipt } from '../fill-receipt.ts'
import { excerptFailure } from '../excerpt-failure.ts'

interface ShellRun {
  outcome: ExecutionOutcome
  exitCode: number | null
  output: string | null
}

/** Applies what the issue spells out, then runs its commands in isolation, in order, until one fails (design 5.3). */
export function createShellExecutor(): Executor {
  return {
    name: 'shell',
    async execute(request) {
      const startedMs = performance.now()
      const { outcome, exitCode, output } = await runWork(request)
      return { outcome, receipt: fillReceipt(request, { executor: 'shell', startedMs, exitCode, output }) }
    },
  }
}

async function runWork(request: ExecutionRequest): Promise<ShellRun> {
  const { task, workTree } = request
  if (task.work.length === 0) {
    return notRun({
      kind: 'stuck',
      reason: recordText('The issue spells out no command for {task}.', { task: task.id }),
    })
  }
  const applied = await applyWork(workTree, task.work)
  if (!applied.ok) return notRun({ kind: 'stuck', reason: applied.reason })
  const commands = task.work.flatMap((item) => (item.kind === 'run' ? [item.command] : []))
  try {
    return await runCommands(request, commands)
  } catch (error) {
    if (errorCode(error) !== 'isolation_missing' || !(error instanceof Error)) throw error
    const details = 'details' in error && typeof error.details === 'string' ? ` ${error.details}` : ''
    return notRun({ kind: 'stuck', reason: `${error.message}.${details}` })
  }
}

async function runCommands(request: ExecutionRequest, commands: readonly string[]): Promise<ShellRun> {
  const limits = commandLimits(request.configuration.run, request.signal)
  const given = giveFindings(request)
  let output = ''
  for (const command of commands) {
    const ran = await request.workTree.run(command, limits, given)
    output += ran.output
    if (ran.exitCode === 0) continue
    return { outcome: { kind: 'failed', reason: explainEnd(command, ran) }, exitCode: ran.exitCode, output }
  }

  return { outcome: { kind: 'changed' }, exitCode: commands.length === 0 ? null : 0, output }
}

/** What a redo is told: data that a command may read, nothing that is run. */
function giveFindings({ analysis, rejections }: ExecutionRequest): GivenFile[] {
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return [
    ...(analysis === null ? [] : [{ variable: 'COUNTERSIGN_ANALYSIS', name: 'analysis.json', text: asJson(analysis) }]),
    ...(rejections.length === 0
      ? []
      : [{ variable: 'COUNTERSIGN_REJECTIONS', name: 'rejections.json', text: asJson(rejections) }]),
  ]
}

function explainEnd(command: string, ran: CommandOutcome): string {
  const tail = excerptFailure(ran.output, 15, 1500).lines.join('\n')
  const [first = '', ...more] = command.trim().split('\n')
  const did = describeEnd(ran)
  const told =
    more.length === 0
      ? `\`${first}\` ${did}`
      : recordText('The script that begins with `{first}` {did}', { first, did })
  return `${told}.${tail === '' ? '' : `\n${tail}`}`
}

function describeEnd(ran: CommandOutcome): string {
  const seconds = (ran.durationMs / 1000).toFixed(1)
  if (ran.aborted) return recordText('was stopped after {seconds} s', { seconds })
  if (ran.timedOut) return recordText('was ended at its deadline after {seconds} s', { seconds })
  return ran.exitCode === null
    ? recordText('was ended after {seconds} s', { seconds })
    : recordText('failed with exit code {exit_code}', { exit_code: ran.exitCode })
}

function notRun(outcome: ExecutionOutcome): ShellRun {
  return { outcome, exitCode: null, output: null }
}
