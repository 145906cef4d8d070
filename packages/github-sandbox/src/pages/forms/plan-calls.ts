/** One call to the REST API; `anchor` makes the place on the page from the id in its answer. */
export interface ApiCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body: Record<string, unknown>
  anchor?: string
}

export type ReadField = (name: string) => string

/** What a form on an issue or pull request asks for, as REST calls in order; undefined for a button we don't have. */
export function planCalls(repository: string, number: number, read: ReadField): ApiCall[] | undefined {
  const issue = `${repository}/issues/${number}`
  const pull = `${repository}/pulls/${number}`
  const text = read('text').replaceAll('\r\n', '\n')
  const comment: ApiCall = { method: 'POST', path: `${issue}/comments`, body: { body: text }, anchor: 'issuecomment-' }
  const said = text.trim() === '' ? [] : [comment]
  const review = (event: string): ApiCall[] => [
    { method: 'POST', path: `${pull}/reviews`, body: { body: text, event }, anchor: 'pullrequestreview-' },
  ]
  switch (read('do')) {
    case 'comment':
      return [comment]
    case 'close':
      return [...said, { method: 'PATCH', path: issue, body: { state: 'closed' } }]
    case 'reopen':
      return [...said, { method: 'PATCH', path: issue, body: { state: 'open' } }]
    case 'add_label':
      return [{ method: 'POST', path: `${issue}/labels`, body: { labels: [read('label')] } }]
    case 'remove_label':
      return [{ method: 'DELETE', path: `${issue}/labels/${encodeURIComponent(read('label'))}`, body: {} }]
    case 'review':
      return review('COMMENT')
    case 'approve':
      return review('APPROVE')
    case 'request_changes':
      return review('REQUEST_CHANGES')
    case 'merge':
      return [{ method: 'PUT', path: `${pull}/merge`, body: { sha: read('sha') } }]
    case 'reply': {
      const path = `${pull}/comments/${encodeURIComponent(read('comment'))}/replies`
      return [{ method: 'POST', path, body: { body: text }, anchor: 'discussion_r' }]
    }
    case 'line_comment': {
      const body = { body: text, commit_id: read('sha'), path: read('path'), line: Number(read('line')), side: 'RIGHT' }
      return [{ method: 'POST', path: `${pull}/comments`, body, anchor: 'discussion_r' }]
    }
    default:
      return undefined
  }
}
