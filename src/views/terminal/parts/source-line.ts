import pc from 'picocolors'
import type { StatusReport } from '../../../domain/records/status-report.ts'
import type { Terminal } from '../plan-text.ts'
import { renderTime } from '../../text/time.ts'
import { plain } from './plain.ts'

/** Which commit was read, and how to have a newer one: what is read lies on this disk or was fetched just now. */
export function renderSource(
  { ref, commit, committed_at: at }: Pick<StatusReport, 'ref' | 'commit' | 'committed_at'>,
  { colours }: Terminal,
): string {
  const isFollowed = ref.startsWith('refs/remotes/')
  const branch = plain(ref.replace(/^refs\/(?:heads|remotes)\//, ''), 100)
  const newer = isFollowed ? ', as last fetched; "git fetch" gets newer ones' : ''
  return `${pc.createColors(colours).dim(`${branch} at ${commit.slice(0, 7)} of ${renderTime(at)}${newer}`)}\n`
}
