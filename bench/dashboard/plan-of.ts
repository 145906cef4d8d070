import { setTimeout as wait } from 'node:timers/promises'
import { issId } from '../../src/domain/records/iss-record.ts'
import { findRepository, hasPlan } from '../stage/drive-issues.ts'
import { outlineIssue } from '../stage/outline-issue.ts'
import type { Plant } from '../stage/plant.ts'

const deadlineMs = 60_000
const lookEveryMs = 25

/** Has an issue of so many tasks planned; the path of its page. */
export async function planOf(plant: Plant, name: string, tasks: number): Promise<string> {
  const { repository } = await plant.sandbox.createRepository({ name })
  const found = findRepository(plant.sandbox, repository)
  const place = { owner: found.owner, repo: found.name }
  const { data } = await plant.maintainer.rest.issues.create({ ...place, ...outlineIssue(tasks) })
  await plant.maintainer.rest.issues.addLabels({ ...place, issue_number: data.number, labels: ['countersign'] })
  const isPlanned = () => found.issues.some((one) => one.number === data.number && hasPlan(plant.sandbox, one))
  const deadline = performance.now() + deadlineMs
  while (!isPlanned()) {
    if (performance.now() > deadline) throw new Error(`${tasks} tasks were not planned in ${deadlineMs / 1_000} s`)
    await wait(lookEveryMs)
  }
  return `${repository}/${issId(data.number)}/index.html`
}
