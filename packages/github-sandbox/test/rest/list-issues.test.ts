import { expect, test } from 'vitest'
import { listIssues } from '../../src/rest/issues/list-issues.ts'
import { buildIssue, buildWorld } from '../support/build-world.ts'

const { repo } = buildWorld()
repo.issues = [
  buildIssue({ number: 1, user: 'reader', labels: ['Bug'], updatedAt: '2026-03-03T00:00:00Z' }),
  buildIssue({ number: 2, user: 'writer', assignees: ['writer'], updatedAt: '2026-02-02T00:00:00Z' }),
  buildIssue({ number: 3, user: 'writer', state: 'closed', body: 'see @reader', updatedAt: '2026-01-01T00:00:00Z' }),
]

test.each<[query: Record<string, string>, numbers: number[]]>([
  [{}, [2, 1]],
  [{ state: 'all' }, [3, 2, 1]],
  [{ state: 'closed' }, [3]],
  [{ direction: 'asc' }, [1, 2]],
  [{ labels: 'bug' }, [1]],
  [{ labels: 'bug,question' }, []],
  [{ assignee: 'none' }, [1]],
  [{ assignee: '*' }, [2]],
  [{ assignee: 'writer' }, [2]],
  [{ creator: 'writer', state: 'all' }, [3, 2]],
  [{ mentioned: 'reader', state: 'all' }, [3]],
  [{ since: '2026-02-02T00:00:00Z', state: 'all' }, [2, 1]],
  [{ sort: 'updated', state: 'all' }, [1, 2, 3]],
])('%o lists %o', (query, numbers) => {
  const listed = listIssues(repo, query)

  expect(listed.map((issue) => issue.number)).toEqual(numbers)
})
