import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import { pathRules } from '../../../application/runs/path-rules.ts'
import { commandLimits } from '../../../application/runs/tests/command-limits.ts'
import type { ExecutionRequest } from '../../../application/ports/roles/executor.ts'
import type { CommandOutcome } from '../../../application/ports/roles/workspace.ts'
import { findPathFaults } from '../../../domain/paths/path-policy.ts'
import { applyWork } from '../apply-work.ts'
import { trimSlashes } from '../model/repository-tools.ts'
import type { ToolRoom } from '../model/tool-room.ts'
import { commandMinutes } from './command-minutes.ts'

type Asked = Pick<ExecutionRequest, 'task' | 'workTree' | 'configuration'>

/** Of one command no more is told. */
const mostOutputBytes = 20_000

/** Tools that change the files of a task and run commands on them. What is asked wrongly is answered, and nothing changes. */
export function createChangeTools(asked: Asked, give: ToolRoom, signal: AbortSignal) {
  return {
    write_file: tool({
      description: 'Writes a text file as a whole: a new one, or in place of the one that is there.',
      inputSchema: z.object({ path: z.string(), text: z.string() }),
      execute: ({ path, text }) => give('write_file', path, () => writeText(asked, trimSlashes(path), text)),
    }),
    replace_text: tool({
      description: 'Puts a text in the place of another one, which must stand in the file exactly once.',
      inputSchema: z.object({
        path: z.string(),
        old_text: z.string().min(1).describe('Word for word, with its indentation, and without line numbers.'),
        new_text: z.string(),
      }),
      execute: ({ path, old_text: before, new_text: after }) =>
        give('replace_text', path, () => replaceText(asked, trimSlashes(path), before, after)),
    }),
    apply_patch: tool({
      description: 'Applies a unified diff as `git diff` writes it. It applies as a whole or not at all.',
      inputSchema: z.object({ diff: z.string().min(1) }),
      execute: ({ diff }) => give('apply_patch', 'patch', () => applyPatch(asked, diff)),
    }),
    run_command: tool({
      description: 'Runs a shell command at the top of the repository, and gives what it prints and how it ended.',
      inputSchema: z.object({ command: z.string().min(1) }),
      execute: ({ command }) => give('run_command', command.slice(0, 100), () => runCommand(asked, command, signal)),
    }),
  } satisfies ToolSet
}

/** Why a version with this file would be refused: told now, it costs no attempt. */
function findFault({ task, configuration }: Asked, path: string, size: number): string | undefined {
  const [fault] = findPathFaults(
    [{ path, size, mode: '100644', status: 'modified' }],
    pathRules(task, configuration, 'model'),
  )
  return fault === undefined ? undefined : `Not written. ${path}: ${fault.message}.`
}

async function writeText(asked: Asked, path: string, text: string): Promise<string> {
  const bytes = Buffer.from(text, 'utf8')
  const fault = findFault(asked, path, bytes.length)
  if (fault !== undefined) return fault
  await asked.workTree.writeFile(path, bytes)
  return `Written: ${bytes.length} bytes.`
}

async function replaceText(asked: Asked, path: string, before: string, after: string): Promise<string> {
  const found = await asked.workTree.reader.read(path, asked.configuration.run.max_file_bytes)
  if (found === undefined) return 'There is no such file.'
  if (found.kind === 'binary' || found.text.includes('\uFFFD'))
    return 'This is no text in UTF-8: it can’t be changed so.'
  if (found.isCut) return 'The file is larger than any that may be changed.'
  const { text } = found
  // A model hardly ever says that its lines end in CRLF.
  const ends = text.includes('\r\n') && !before.includes('\r')
  const wanted = ends ? toCrlf(before) : before
  const [head = '', ...rest] = text.split(wanted)
  const [tail] = rest
  if (tail === undefined) return 'The old text isn’t in the file. Read it again and copy it word for word.'
  if (rest.length > 1)
    return `The old text stands there ${rest.length} times. Add lines around it until it is the only one.`
  return writeText(asked, path, `${head}${ends ? toCrlf(after) : after}${tail}`)
}

function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

async function applyPatch({ workTree }: Asked, diff: string): Promise<string> {
  const whole = diff.endsWith('\n') ? diff : `${diff}\n`
  const applied = await applyWork(workTree, [{ kind: 'diff', diff: whole }])
  return applied.ok ? 'Applied.' : `Nothing was applied. ${applied.reason}`
}

async function runCommand({ workTree, configuration }: Asked, command: string, signal: AbortSignal): Promise<string> {
  const limits = commandLimits(configuration.run, signal)
  const ran = await workTree.run(command, {
    ...limits,
    timeoutMs: Math.min(limits.timeoutMs, commandMinutes * 60_000),
    maxOutputBytes: Math.min(limits.maxOutputBytes, mostOutputBytes),
    // Whatever the repository's own commands may: this one is a model's.
    network: false,
  })
  return describeRun(ran)
}

function describeRun({ output, exitCode, timedOut, durationMs }: CommandOutcome): string {
  const seconds = (durationMs / 1000).toFixed(1)
  const end = timedOut ? 'ended at its deadline' : `exit code ${exitCode ?? 'none'}`
  return `${output.trimEnd()}\n[${end}, after ${seconds} s]`.trimStart()
}
