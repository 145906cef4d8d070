import type { GitHub } from './github/github.ts'
import type { IssueState } from './issue-state.ts'

/** What a play came to, without ids and times; a run that failed for good cost an attempt, so they aren't counted. */
export function renderEnd(github: GitHub, { record, execution }: IssueState): string {
  if (record === undefined) return 'nothing is registered'
  const { phase, label, plan_id: plan } = record
  const tasks = Object.values(execution?.nodes ?? {}).flatMap((node) => {
    if (node.kind !== 'ACTION') return [`${node.id} ${node.state}`]
    const versions = execution?.artifacts.filter((one) => one.task === node.id) ?? []
    const approved = versions.find((one) => one.artifact_id === node.approved_artifact_id)
    const files = approved?.files.map((file) => `${file.path}=${file.sha256?.slice(0, 8)}`).join() ?? 'none'
    return [`${node.id} ${node.state}, approved ${files}`]
  })
  const head = record.base_branch === null ? undefined : github.git.head(record.base_branch)
  const base = head === undefined ? 'none' : github.git.get(head).treeSha
  return [
    JSON.stringify({ phase, label, plan }),
    ...tasks,
    `integration tree ${base}`,
    `final ${record.final_pull_request?.state}`,
  ].join('\n')
}
