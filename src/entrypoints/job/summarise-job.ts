import { explain } from '../../application/attempts/attempt-effect.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'
import { buildLinks } from '../../views/markdown/links.ts'
import { renderJobSummary } from '../../views/status/job-summary.ts'
import type { Job } from './open-job.ts'

/** More issues than these nobody reads on one page. */
const mostIssues = 20

/** What a job came to, issue by issue. It only tells: where that can't be read, the job is no worse for it. */
export async function summariseJob(
  { ports, repository }: Pick<Job, 'ports' | 'repository'>,
  issue: number | null,
  since: string,
): Promise<string> {
  try {
    const numbers = issue === null ? await listOpen(ports, repository) : [issue]
    const now = ports.now()
    const parts: string[] = []
    for (const issueNumber of numbers.slice(0, mostIssues)) {
      const { work } = await ports.store.read(repository, issueNumber, 'cached')
      const place = { web: ports.web, repository: repository.key, issueNumber, workflowBranch }
      const links = buildLinks({ ...place, ...(ports.docs === undefined ? {} : { docs: ports.docs }) })
      parts.push(renderJobSummary({ work, links, since, now }))
    }
    return parts.filter((part) => part !== '').join('\n')
  } catch (error) {
    ports.log('warn', 'no summary of the job', { why: explain(error) })
    return ''
  }
}

async function listOpen({ store }: Job['ports'], repository: Job['repository']): Promise<number[]> {
  const open = await store.readOpen(repository, 1)
  return open.flatMap(({ record }) => (record === null ? [] : [record.number]))
}
