import pc from 'picocolors'
import { calledAs } from '../settings/called-as.ts'
import { findExampleIssue } from '../commands/read/read-example.ts'
import type { Report } from './report.ts'

/** What was made, how long it took, how many calls, and three commands to look closer. */
export function renderSummary(
  report: Report,
  { keep: kept, agents = false, tune = false }: { keep?: string; agents?: boolean; tune?: boolean },
): string {
  const demo = `${calledAs} demo${tune ? ' --tune' : agents ? ' --agents' : ''}`
  const rejected = report.versions.filter((version) => version.verdict === 'REJECTED').length
  const carried = report.versions.filter((version) => version.carried).length
  const plans = new Set(report.versions.map((version) => version.plan)).size
  const lines = [
    '',
    `${pc.bold(pc.green('Verified.'))} Issue #${report.issue} became ${plans === 1 ? '1 plan' : `${plans} plans`}, ${report.plan.tasks} tasks, ${report.versions.length} versions (${rejected} rejected${carried === 0 ? '' : `, ${carried} carried over`}), ${report.pullRequests.length} pull requests and release ${report.release.tag}.`,
    `${report.seconds} s, ${report.calls} calls of the App to the API. manifest.json has sha256 ${report.release.manifestSha256.slice(0, 12)}…`,
    ...(report.models === null
      ? []
      : [
          `Scripted models did and judged the work: ${report.models.calls} calls and ${report.models.tokens} tokens, by the gateway’s count. With a key or a server of yours the same happens for real: docs/agents.md.`,
        ]),
    ...(report.isolated
      ? []
      : [pc.yellow('There is no bubblewrap on this machine, so commands ran unconfined in this scratch repository.')]),
    '',
    'Look closer:',
    ...(kept === undefined
      ? [
          row(`${demo} --keep traces`, 'the repository, the release and every request, left in ./traces'),
          row(`${calledAs} sandbox`, 'the same GitHub to click through, with you as the people'),
          ...(tune
            ? [row(`${calledAs} tune DIR`, 'the same diagnosis of a skill of yours; --fix mends it')]
            : agents
              ? [row(`${calledAs} agents`, 'which agents can work on this machine, and what others lack')]
              : [row(`${calledAs} plan dry-run ${findExampleIssue()}`, 'what the App would answer to that issue')]),
        ]
      : [
          `  git -C ${kept}/repo.git log --graph --oneline --all`,
          `  git -C ${kept}/repo.git show countersign/workflow --stat`,
          `  ${calledAs} verify ${kept}/release --repo ${kept}/repo.git --public-key ${kept}/public-key --repository-id ${report.repositoryId}`,
        ]),
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** A command and what it does; below it, where it is long. */
function row(command: string, what: string): string {
  const width = 43
  return command.length < width ? `  ${command.padEnd(width)}${what}` : `  ${command}\n${' '.repeat(width + 2)}${what}`
}
