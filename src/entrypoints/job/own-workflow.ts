/** File of the workflow that this job is of, below `.github/workflows`. */
export function findOwnWorkflow(env: Record<string, string | undefined>): string {
  const [, file] = /\/\.github\/workflows\/([^/@]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '') ?? []
  return file ?? 'countersign.yml'
}
