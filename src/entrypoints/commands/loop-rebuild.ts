import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStateFolder, writeWhole } from '../../adapters/folder/state-folder.ts'
import { cloneRepository } from '../../adapters/git/cloned-repository.ts'
import { findLoops } from '../../application/state/loop-rebuild/find-loops.ts'
import { openCommit } from '../../application/state/loop-rebuild/open-commit.ts'
import { allProgressFiles } from '../../application/state/loop-files.ts'
import type { StateFolder } from '../../application/ports/state/state-folder.ts'
import { loopFiles } from '../../application/state/state-files.ts'
import { issId, workflowBranch } from '../../domain/records/iss-record.ts'
import type { LoopRecovery } from '../../domain/loop/recovery.ts'
import { renderLoopRecovery } from '../../views/status/loop-recovery.ts'
import { findSource } from '../server/find-source.ts'
import { parseIssueNumber } from './read/parse-issue-number.ts'
import type { CommandIo } from './verify.ts'

export interface LoopRebuildArguments {
  /** A folder that holds the files of the workflow branch; else a path or address to clone, or `owner/name`. */
  where: string
  /** `7`, `#7`, `ISS-007`, a loop's id, or a session of the old location; all where it is left out. */
  which?: string | undefined
  write?: boolean | undefined
  json?: boolean | undefined
}

/** `countersign loop rebuild`: exit code 0 nothing to restore (or all of it was), 1 something is wrong, 2 could not look. */
export async function runLoopRebuild(args: LoopRebuildArguments, io: CommandIo): Promise<number> {
  const results: { recovery: LoopRecovery; written: string[] }[] = []
  try {
    const isFolder = await holdsState(args.where)
    if (args.write === true && !isFolder) throw new Error(writesFoldersOnly(args.where))
    const folder = openStateFolder(args.where)
    const which = args.which === undefined ? undefined : whichOf(args.which)
    const recoveries = isFolder ? await findLoops(folder, which) : await findLoopsInClone(args.where, which, io.env)
    if (recoveries.length === 0)
      throw new Error(`${args.where} has no loop${which === undefined ? '' : ` of ${which}`}`)
    for (const recovery of recoveries) {
      const written = args.write === true ? await writeBack(args.where, folder, recovery) : []
      results.push({ recovery, written })
    }
  } catch (error) {
    io.stderr(`countersign loop rebuild: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
  if (args.json === true) io.stdout(`${JSON.stringify({ where: args.where, results }, null, 2)}\n`)
  else io.stdout(results.map(({ recovery, written }) => renderLoopRecovery(recovery, written)).join('\n'))
  const isWell = results.every(({ recovery, written }) =>
    recovery.verdict === 'well' ? recovery.faults.length === 0 || written.length > 0 : written.length > 0,
  )
  return isWell ? 0 : 1
}

/** `ISS-007` of a number; everything else as it is. */
function whichOf(text: string): string {
  const number = parseIssueNumber(text)
  return number === undefined ? text : issId(number)
}

function writesFoldersOnly(where: string): string {
  const worktree = `git worktree add --detach ../workflow ${workflowBranch}`
  return `--write takes a folder with the files of ${workflowBranch}, and ${where} is none; make one with "${worktree}"`
}

async function holdsState(where: string): Promise<boolean> {
  const found = await Promise.all(['.loop', '.workflow'].map((name) => stat(join(where, name)).catch(() => undefined)))
  return found.some((stats) => stats?.isDirectory() === true)
}

async function findLoopsInClone(
  where: string,
  which: string | undefined,
  env: CommandIo['env'],
): Promise<LoopRecovery[]> {
  await using clone = await cloneRepository(await findSource(where, env, '<where>'), env, 'all')
  const head = await clone.reader.findHead(workflowBranch)
  if (head === undefined)
    throw new Error(`${where} has no branch ${workflowBranch}: fetch it, or Countersign never worked there`)
  return await findLoops(openCommit(clone.reader, head), which)
}

/** The files that differ from what was put together; a main file that can't be used is kept beside the new one. */
async function writeBack(dir: string, folder: StateFolder, recovery: LoopRecovery): Promise<string[]> {
  const { loop, verdict, file } = recovery
  if (loop === null || (verdict === 'well' && recovery.faults.length === 0)) return []
  const written: string[] = []
  const files = [...loopFiles(loop), ...allProgressFiles({ loop, execution: null })]
  for (const [path, text] of files) {
    const old = await folder.read(path)
    if (old === text || (verdict === 'well' && path === file)) continue
    if (old !== null && path === file) await writeWhole(dir, `${path}.broken`, old)
    await writeWhole(dir, path, text)
    written.push(path)
  }
  return written
}
