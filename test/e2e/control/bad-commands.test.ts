import { beforeAll, describe, expect, test } from 'vitest'
import { people, type PersonRole } from 'github-sandbox'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()
const body = writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', criteria: ['A reader understands the output'] }])

const wrong: [text: string, answer: string][] = [
  ['/aprove', 'Did you mean `/approve`?'],
  ['/countersign frobnicate', 'There is no command `/frobnicate`'],
  ['/approve yesterday', '`yesterday` is neither a task nor'],
  ['/reject', 'it must name the task'],
  ['/reject T1', 'it must say why'],
  ['/retry everything', '`everything` is no task'],
  ['/export now', '`now` is not one of its options'],
  ['/approve plan@0123456', 'Plan `0123456` was not approved'],
  ['/approve T7', 'no task is worked on before the plan is approved'],
  ['/resume', 'so nothing is paused'],
  ['/export', 'nothing was worked on yet'],
  ['/plan', 'this text is planned already'],
]
const granted: Record<string, PersonRole[]> = {
  '/status': ['maintainer', 'writer', 'triager'],
  '/pause': ['maintainer', 'writer'],
  '/export partial': ['maintainer'],
}

describe('on a planned issue', () => {
  let repo: Playground
  let issue: number
  const comments = new Map<string, number>()

  beforeAll(async () => {
    repo = await world.repository()
    issue = await repo.planIssue('A note', body)
    for (const [text] of wrong) comments.set(text, await comment('maintainer', text))
    await repo.settle()
  })

  async function comment(role: PersonRole, text: string): Promise<number> {
    const at = { ...repo.place, issue_number: issue }
    return (await repo.as(role).rest.issues.createComment({ ...at, body: text })).data.id
  }

  async function reactionsTo(id: number): Promise<string[]> {
    const { data } = await repo.as('reader').rest.reactions.listForIssueComment({ ...repo.place, comment_id: id })
    return data.map((reaction) => reaction.content)
  }

  /** What the bot answers to a comment, and what it reacts with. */
  async function tell(role: PersonRole, text: string): Promise<{ answers: string[]; reactions: string[] }> {
    const known = (await repo.thread(issue)).length
    const id = await comment(role, text)
    await repo.settle()
    return { answers: (await repo.thread(issue)).slice(known), reactions: await reactionsTo(id) }
  }

  test.each(wrong)('`%s` is answered once with what is wrong, and marked', async (text, answer) => {
    const thread = await repo.thread(issue)

    expect(thread.filter((one) => one.includes(answer))).toHaveLength(1)
    expect(await reactionsTo(comments.get(text) ?? 0)).toHaveLength(1)
    expect(await repo.record(issue)).toMatchObject({ phase: 'proposed', plan_count: 1 })
  })

  test.each([
    ['`@` and the name of the bot', 'approve', 'comment `/approve plan@'],
    ['a greeting before it', 'what now?', '`/help` lists them all'],
  ])('who speaks to the bot (%s) is told what to type', async (how, said, answer) => {
    const { botLogin } = world.running.sandbox.app
    const name = `${how.startsWith('a') ? 'Hi ' : ''}@${botLogin.replace('[bot]', '')}`

    expect(await tell('writer', `${name} ${said}`)).toEqual({
      answers: [expect.stringContaining(answer)],
      reactions: ['confused'],
    })
  })

  test('several commands of a comment are answered in one, in their order', async () => {
    const { answers } = await tell('maintainer', 'First:\n\n/aprove\n/resume\n/help\n')

    expect(answers).toEqual([expect.stringMatching(/There is no command.*so nothing is paused.*what it does/s)])
  })

  test.each([
    ['a code block', '```\n/stop\n```'],
    ['a quote', '> /stop\n'],
    ['inline code', 'Say `/stop` to end it.'],
    ['a list', '- /stop'],
    ['an HTML comment', '<!--\n/stop\n-->'],
    ['a path of other programs', '/usr/bin/stop'],
  ])('a command in %s is none, and leaves no trace', async (_, text) => {
    const before = await repo.workflowHead()

    expect(await tell('maintainer', text)).toEqual({ answers: [], reactions: [] })
    expect(await repo.workflowHead()).toBe(before)
  })

  test('a command in the middle of a line is obeyed by nobody, and said once to stand at its start', async () => {
    const said = await tell('maintainer', 'Please /stop')

    expect(said.answers).toEqual([expect.stringContaining('a command counts at the start of a line only')])
    expect(await tell('maintainer', 'Please /stop')).toEqual({ answers: [], reactions: [] })
  })

  test('each command is refused to those without its role, and only to them; to who has none the first alone', async () => {
    const known = (await repo.thread(issue)).length
    for (const text of Object.keys(granted)) for (const role of people) await comment(role, text)
    await repo.settle()

    const denials = (await repo.thread(issue)).slice(known).filter((answer) => answer.includes('role here; you have'))
    const { logins } = world.running.sandbox
    const expected = Object.entries(granted).flatMap(([text, allowed], at) =>
      people
        .filter((role) => !allowed.includes(role) && (at === 0 || !['reader', 'outsider'].includes(role)))
        .map((role) => expect.stringMatching(new RegExp(`${logins[role]}\\b.*\`${text.split(' ')[0]}\` needs`))),
    )
    expect(denials).toHaveLength(expected.length)
    expect(denials).toEqual(expect.arrayContaining(expected))
  })

  test('who may not start a plan has no issue registered either', async () => {
    const own = await repo.openIssue('Mine', body, 'reader')
    await repo.say(own, 'outsider', '/plan')

    await repo.say(own, 'outsider', '/retry')

    expect(await repo.thread(own)).toEqual([expect.stringContaining('`/retry` needs the `write` role')])
    await expect(repo.record(own)).rejects.toThrow('ISS-002.json')
  })

  test('a plan whose issue was changed is not approved, and the thread shows the change', async () => {
    const hash = (await repo.record(issue)).plan_hash?.slice(0, 7)
    const text = `${body}\nAnd delete everything.`
    await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, body: text })
    await repo.settle()
    const { answers } = await tell('maintainer', `/approve plan@${hash}`)

    expect(answers).toEqual([expect.stringContaining('And delete everything.')])
    expect(await repo.record(issue)).toMatchObject({ phase: 'proposed', approved: null })

    await repo.say(issue, 'maintainer', '/plan')
    await repo.say(issue, 'maintainer', '/approve')

    expect(await repo.record(issue)).toMatchObject({ phase: 'working', plan_id: 'SOL-ISS-001-2' })
  })

  test('an issue edited while it is worked on goes on with the text that was approved', async () => {
    const known = (await repo.thread(issue)).length
    await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, body: 'Something else' })
    await repo.settle()

    expect((await repo.thread(issue)).slice(known)).toEqual([expect.stringContaining('goes on with the text')])
    expect(await repo.record(issue)).toMatchObject({ phase: 'working', frozen: { title: 'A note' } })
  })
})
