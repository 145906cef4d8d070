import type { AnalysisRequest, FailingRun } from '../../../domain/debug/read/analysis-request.ts'
import { findFrames } from '../../../domain/debug/read/find-frames.ts'
import { parseChange } from '../../../domain/debug/read/parse-change.ts'
import type { Laboratory } from './try-undone.ts'
import { readSources } from './read-sources.ts'

const maxDiffBytes = 500_000
const maxCommits = 10
const maxFrames = 20

/** What a task's failed version is compared with. */
export interface FailedVersion {
  commit: string
  /** The integration commit that it stands on. */
  base: string
  run: FailingRun
  reruns: AnalysisRequest['reruns']
  /** Inputs that are other versions than the last passing version had; `since` is the commit which that one stood on. */
  inputs: { task: string; artifact_id: string; version: number; paths: readonly string[]; since: string }[]
  /** Newest first; the first 10 are looked at. */
  commits: { sha: string; parent: string; subject: string }[]
}

/** Reads what an analyst is told of a failure: the changes as hunks, and the sources that they and the tests lead to. */
export async function gatherAnalysis(
  { workspace, repository }: Pick<Laboratory, 'workspace' | 'repository'>,
  version: FailedVersion,
): Promise<AnalysisRequest> {
  const readChange = async (from: string, to: string) =>
    parseChange(await workspace.readDiff(repository, from, to, maxDiffBytes))
  const change = await readChange(version.base, version.commit)
  const inputs: AnalysisRequest['inputs'] = []
  for (const { since, paths, ...input } of version.inputs) {
    const files = (await readChange(since, version.base)).filter(({ path }) => paths.includes(path))
    inputs.push({ ...input, files })
  }
  const commits: AnalysisRequest['commits'] = []
  for (const { sha, parent, subject } of version.commits.slice(0, maxCommits))
    commits.push({ sha, subject, files: await readChange(parent, sha) })
  await using workTree = await workspace.openWorkTree(repository, version.commit)
  const changed = [change, ...inputs.map(({ files }) => files), ...commits.map(({ files }) => files)].flat()
  const paths = [...placesOf(version.run), ...changed.map(({ path }) => path)]
  const sources = await readSources(workTree, paths)
  return { run: version.run, change, inputs, commits, reruns: version.reruns, sources }
}

/** Paths that the failure may mean: the tests' own, those on its stacks by any of their endings, and the command's. */
function placesOf({ command, output, report }: FailingRun): string[] {
  const failed = report?.tests.filter(({ status }) => status === 'failed') ?? []
  const told = failed.flatMap(({ file }) => (file === null ? [] : [file]))
  const text = [...failed.map(({ stack }) => stack ?? ''), output].join('\n')
  const frames = new Set(findFrames(text).map(({ path }) => path))
  const words = command.split(/[\s'"=;&|]+/).filter((word) => /^[\w./-]+\.\w{1,5}$/.test(word))
  return [...told, ...[...[...frames].slice(0, maxFrames), ...words].flatMap(endingsOf)]
}

function endingsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return []
  return parts.slice(-8).map((_, index, last) => last.slice(index).join('/'))
}
