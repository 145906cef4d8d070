import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pushBranch, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

interface Answer {
  data?: Record<string, unknown> | null
  errors?: { type?: string; message: string; path?: unknown[]; locations?: unknown[] }[]
}

/** The answer as it was sent, errors included. */
async function ask(target: Target, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const { url } = target.octokit.request.endpoint('POST /graphql')
  const { token } = (await target.octokit.auth()) as { token: string }
  const response = await fetch(url.replace('/api/v3/graphql', '/api/graphql'), {
    method: 'POST',
    headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })

  return (await response.json()) as Answer
}

const createCommit = `mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid tree { oid } signature { isValid } } }
}`

describe.each(targets)('GraphQL on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  const nameWithOwner = () => `${target.at.owner}/${target.at.repo}`
  const commitInput = (branchName: string, expectedHeadOid: string, fileChanges: object) => ({
    input: {
      branch: { repositoryNameWithOwner: nameWithOwner(), branchName },
      expectedHeadOid,
      message: { headline: 'Headline', body: 'Body' },
      fileChanges,
    },
  })

  test('one query reads a branch, its history, files and folders', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'folder/file.txt', text: 'text\n' })
    const query = `query($owner: String!, $name: String!, $ref: String!, $file: String!, $folder: String!) {
      repository(owner: $owner, name: $name) {
        nameWithOwner
        ref(qualifiedName: $ref) { name target { oid ... on Commit { history(first: 1) { nodes { oid message } } } } }
        file: object(expression: $file) { ... on Blob { text byteSize isTruncated isBinary } }
        folder: object(expression: $folder) { ... on Tree { entries { name path mode type } } }
        none: object(expression: "nothing:here") { oid }
      }
    }`

    const answer = await ask(target, query, {
      owner: target.at.owner,
      name: target.at.repo,
      ref: `refs/heads/${branch}`,
      file: `${branch}:folder/file.txt`,
      folder: `${sha}:folder`,
    })

    expect(answer).toEqual({
      data: {
        repository: {
          nameWithOwner: nameWithOwner(),
          ref: {
            name: branch,
            target: { oid: sha, history: { nodes: [{ oid: sha, message: 'Write folder/file.txt' }] } },
          },
          file: { text: 'text\n', byteSize: 5, isTruncated: false, isBinary: false },
          folder: { entries: [{ name: 'file.txt', path: 'folder/file.txt', mode: 33188, type: 'blob' }] },
          none: null,
        },
      },
    })
  })

  test('text beyond 512,000 bytes is cut and says so', async () => {
    const { branch } = await pushBranch(target, { path: 'long.txt', text: 'x'.repeat(600_000) })
    const query = `query($owner: String!, $name: String!, $file: String!) {
      repository(owner: $owner, name: $name) { object(expression: $file) { ... on Blob { text byteSize isTruncated } } }
    }`

    const answer = await ask(target, query, {
      owner: target.at.owner,
      name: target.at.repo,
      file: `${branch}:long.txt`,
    })

    const blob = (answer.data as { repository: { object: { text: string } } }).repository.object
    expect(blob).toMatchObject({ byteSize: 600_000, isTruncated: true })
    expect(blob.text).toHaveLength(512_000)
  })

  test('a commit lands only on the head that was expected', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'cas.txt', text: 'one\n' })
    const additions = [{ path: 'cas/added.txt', contents: Buffer.from('two\n').toString('base64') }]
    const input = commitInput(branch, sha, { additions, deletions: [{ path: 'cas.txt' }] })

    const first = await ask(target, createCommit, input)
    const second = await ask(target, createCommit, input)

    expect(first.errors).toBeUndefined()
    expect(second.data).toEqual({ createCommitOnBranch: null })
    expect(second.errors).toMatchObject([
      {
        type: 'STALE_DATA',
        path: ['createCommitOnBranch'],
        message: expect.stringContaining('Expected branch to point to'),
      },
    ])
    const { data } = await target.octokit.repos.getCommit({ ...target.at, ref: branch })
    expect(data.commit).toMatchObject({ message: 'Headline\n\nBody', verification: { verified: true } })
    const changed = data.files?.map((file) => `${file.status} ${file.filename}`)
    expect(changed?.toSorted()).toEqual(['added cas/added.txt', 'removed cas.txt'])
  })

  test('of two commits at once one lands', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'race.txt', text: 'one\n' })
    const write = (text: string) => {
      const additions = [{ path: 'race.txt', contents: Buffer.from(text).toString('base64') }]
      return ask(target, createCommit, commitInput(branch, sha, { additions }))
    }

    const answers = await Promise.all([write('two\n'), write('three\n')])

    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1)
  })

  test('deleting a file that is not there is refused', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'there.txt', text: 'one\n' })

    const answer = await ask(target, createCommit, commitInput(branch, sha, { deletions: [{ path: 'none.txt' }] }))

    expect(answer.errors).toHaveLength(1)
  })

  test('when one mutation of a document fails the others are still done', async () => {
    const issue = await target.octokit.issues.create({ ...target.at, title: 'Several mutations' })
    const query = `mutation($id: ID!) {
      first: addComment(input: { subjectId: $id, body: "first" }) { commentEdge { node { body } } }
      wrong: addComment(input: { subjectId: "nothing", body: "wrong" }) { commentEdge { node { body } } }
      last: addComment(input: { subjectId: $id, body: "last" }) { commentEdge { node { body } } }
    }`

    const answer = await ask(target, query, { id: issue.data.node_id })

    const { data } = await target.octokit.issues.listComments({ ...target.at, issue_number: issue.data.number })
    expect(answer.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['wrong'] }])
    expect(data.map((comment) => comment.body)).toEqual(['first', 'last'])
  })

  test('taking off a label that is not on the issue is no error, and a label that is none fails alone', async () => {
    const { data: issue } = await target.octokit.issues.create({ ...target.at, title: 'Labelled', labels: ['bug'] })
    const { data: other } = await target.octokit.issues.getLabel({ ...target.at, name: 'question' })
    const names = '{ labelable { labels(first: 10) { nodes { name } } } }'
    const query = `mutation($id: ID!, $other: ID!) {
      none: addLabelsToLabelable(input: { labelableId: $id, labelIds: ["LA_none"] }) ${names}
      absent: removeLabelsFromLabelable(input: { labelableId: $id, labelIds: [$other] }) ${names}
      added: addLabelsToLabelable(input: { labelableId: $id, labelIds: [$other] }) ${names}
    }`

    const answer = await ask(target, query, { id: issue.node_id, other: other.node_id })

    const labelled = (...all: string[]) => ({ labelable: { labels: { nodes: all.map((name) => ({ name })) } } })
    expect(answer.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['none'] }])
    expect(answer.data).toEqual({ none: null, absent: labelled('bug'), added: labelled('bug', 'question') })
  })

  test('a label is found by its exact name, or searched for by a word of its name or description', async () => {
    await target.octokit.issues.createLabel({ ...target.at, name: 'Search: One', description: 'The zebra' })
    const query = `{ repository(owner: "${target.at.owner}", name: "${target.at.repo}") {
      exact: label(name: "Search: One") { name }
      other: label(name: "search: one") { name }
      word: labels(first: 10, query: "search") { nodes { name } }
      described: labels(first: 10, query: "zebra") { nodes { name } }
    } }`

    const { data } = await ask(target, query)

    const one = { name: 'Search: One' }
    expect(data?.['repository']).toEqual({
      exact: one,
      other: null,
      word: { nodes: [one] },
      described: { nodes: [one] },
    })
  })

  test('issues are found by a label', async () => {
    const { data: issue } = await target.octokit.issues.create({ ...target.at, title: 'One', labels: ['wontfix'] })
    const query = `{ repository(owner: "${target.at.owner}", name: "${target.at.repo}") {
      some: issues(labels: ["wontfix", "invalid"], states: [OPEN], first: 10) { nodes { number } }
      none: issues(labels: ["invalid"], first: 10) { nodes { number } }
    } }`

    const { data } = await ask(target, query)

    expect(data?.['repository']).toEqual({ some: { nodes: [{ number: issue.number }] }, none: { nodes: [] } })
  })

  test('several refs move together or not at all', async () => {
    const { branch, sha } = await pushBranch(target, { path: 'refs.txt', text: 'one\n' })
    const repository = await target.octokit.repos.get(target.at)
    const zero = '0'.repeat(40)
    const query = 'mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }'
    const update = (refUpdates: object[]) =>
      ask(target, query, { input: { repositoryId: repository.data.node_id, refUpdates } })
    const fresh = { name: `refs/heads/${branch}-new`, beforeOid: zero, afterOid: sha }

    const refused = await update([fresh, { name: `refs/heads/${branch}`, beforeOid: '1'.repeat(40), afterOid: zero }])
    const before = await target.octokit.git.listMatchingRefs({ ...target.at, ref: `heads/${branch}` })
    const done = await update([fresh, { name: `refs/heads/${branch}`, beforeOid: sha, afterOid: zero }])
    const after = await target.octokit.git.listMatchingRefs({ ...target.at, ref: `heads/${branch}` })

    expect([refused.errors?.length, done.errors]).toEqual([1, undefined])
    expect(before.data.map((one) => one.ref)).toEqual([`refs/heads/${branch}`])
    expect(after.data.map((one) => one.ref)).toEqual([`refs/heads/${branch}-new`])
  })

  test('a repository that does not exist is an error beside null', async () => {
    const answer = await ask(target, `{ repository(owner: "${target.at.owner}", name: "no-such-repository") { id } }`)

    expect(answer).toMatchObject({ data: { repository: null }, errors: [{ type: 'NOT_FOUND', path: ['repository'] }] })
  })

  test('a field that the schema lacks is an error without data', async () => {
    const answer = await ask(target, '{ viewer { shoeSize } }')

    expect(answer.data).toBeUndefined()
    expect(answer.errors).toHaveLength(1)
  })
})

describe('GraphQL on the sandbox', () => {
  let target: SandboxTarget
  beforeAll(async () => {
    target = await startSandboxTarget()
  })
  afterAll(() => target.close())

  test('a field that the sandbox does not know says so', async () => {
    const answer = await ask(target, '{ repository(owner: "octo-org", name: "contract") { stargazerCount } }')

    expect(answer.errors).toMatchObject([{ type: 'NOT_IMPLEMENTED', path: ['repository', 'stargazerCount'] }])
  })

  test('an existing file keeps its mode', async () => {
    const tree = await target.octokit.git.createTree({
      ...target.at,
      tree: [{ path: 'run.sh', mode: '100755', type: 'blob', content: 'echo\n' }],
    })
    const root = await target.octokit.git.createCommit({
      ...target.at,
      message: 'Root',
      tree: tree.data.sha,
      parents: [],
    })
    await target.octokit.git.createRef({ ...target.at, ref: 'refs/heads/modes', sha: root.data.sha })
    const additions = ['run.sh', 'new.sh'].map((path) => ({ path, contents: 'ZWNobyAxCg==' }))
    const branch = { repositoryNameWithOwner: 'octo-org/contract', branchName: 'modes' }

    await ask(target, createCommit, {
      input: { branch, expectedHeadOid: root.data.sha, message: { headline: 'Change' }, fileChanges: { additions } },
    })

    const { data } = await target.octokit.git.getTree({ ...target.at, tree_sha: 'modes' })
    expect(data.tree.map(({ path, mode }) => `${mode} ${path}`)).toEqual(['100644 new.sh', '100755 run.sh'])
  })

  test('drafts are made ready with their webhook', async () => {
    const { branch } = await pushBranch(target, { path: 'draft.txt', text: 'x\n' })
    const pull = await target.octokit.pulls.create({
      ...target.at,
      head: branch,
      base: 'main',
      title: 'Draft',
      draft: true,
    })
    const query = `mutation($id: ID!) {
      markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
    }`

    const answer = await ask(target, query, { id: pull.data.node_id })

    await target.sandbox.idle()
    expect(answer.data).toEqual({ markPullRequestReadyForReview: { pullRequest: { isDraft: false } } })
    expect(target.sandbox.world.deliveries.map((one) => one.action)).toContain('ready_for_review')
  })
})
