import type { Issue } from '../../world/world.ts'

/** An issue as it is when it is opened, by itself or as the thread of a pull request: nobody has said anything yet. */
export function openIssue(given: Pick<Issue, 'id' | 'number' | 'title' | 'body' | 'user' | 'createdAt'>): Issue {
  return {
    ...given,
    state: 'open',
    stateReason: null,
    labels: [],
    assignees: [],
    locked: false,
    updatedAt: given.createdAt,
    closedAt: null,
    comments: [],
    reactions: [],
    timeline: [],
  }
}
