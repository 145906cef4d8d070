import type { GitHub } from './github/github.ts'
import type { IssueState } from './issue-state.ts'

/** What a play came to, without ids and times. */
export function renderEnd(github: GitHub, { record, execution }: IssueState): string {
  if (record === undefined) return 'nothing is registered'
  const { blobs: _blobs, ...rest } = { blobs: 0, phase: record.phase, label: record.label, plan: record.plan_id }
  const tasks = Object.values(execution?.nodes ?? {}).flatMap((node) => {
    if (node.kind !== 'ACTION') return [`${node.id} ${node.state}`]
    const versions = execution?.artifacts.filter((one) => one.task === node.id) ?? []
    const approved = versions.find((one) => one.artifact_id === node.approved_artifact_id)
    const files = approved?.files.map((file) => `${file.path}=${file.sha256?.slice(0, 8)}`).join() ?? 'none'
    const verdicts = execution?.reviews.filter((one) => one.task === node.id).map((one) => one.verdict)
    return [`${node.id} ${node.state}, ${versions.length} versions, ${verdicts?.join()}, approved ${files}`]
  })
  const head = record.base_branch === null ? undefined : github.git.head(record.base_branch)
  const base = head === undefined ? 'none' : github.git.get(head).treeSha
  return [JSON.stringify(rest), ...tasks, `integration tree ${base}`, `final ${record.final_pull_request?.state}`].join(
    '\n',
  )
}
