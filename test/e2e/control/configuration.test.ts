import { describe, expect, test } from 'vitest'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'one' }])

describe('with a configuration in the owner’s .github', () => {
  const world = useWorld()
  const policy = 'roles:\n  control: admin\nrun:\n  parallel: 2\n'

  test('it holds where a repository has none, what it names is built on, and /config shows what is whose', async () => {
    await world.repository({ name: '.github', config: policy })
    const bare = await world.repository()
    const issue = await bare.planIssue('A note', note)
    await bare.say(issue, 'writer', '/approve')
    await bare.say(issue, 'writer', '/config')

    const thread = await bare.thread(issue)
    expect(thread.join()).toContain('needs the `admin` role here')
    expect(thread.at(-1)).toContain('1. [`octo-org/.github:.github/countersign.yml`](')
    expect(thread.at(-1)).toContain('| `roles.control` | `"admin"` | 1 |')

    const own = await world.repository({ config: '_extends: .github\nroles:\n  control: write\n' })
    const second = await own.planIssue('A note', note)
    await own.say(second, 'writer', '/config')

    const shown = (await own.thread(second)).at(-1)
    expect(shown).toContain('1. [`.github/countersign.yml`](')
    expect(shown).toContain('| `run.parallel` | `2` | 2 |\n| `roles.control` | `"write"` | 1 |')

    await own.say(second, 'writer', '/approve')
    expect((await own.record(second)).phase).not.toBe('proposed')
  })

  test('what it names and is not there is told in the thread once, and the defaults hold', async () => {
    const repo = await world.repository({ config: '_extends: policy\nrun:\n  parallel: 3\n' })
    const issue = await repo.planIssue('A note', note)
    await repo.say(issue, 'writer', '/config')

    const thread = await repo.thread(issue)
    expect(thread.filter((comment) => comment.includes("`.github/countersign.yml` can't be used"))).toHaveLength(2)
    expect(thread.at(-1)).toContain('octo-org/policy:.github/countersign.yml')
    expect(thread.at(-1)).toContain('Everything here is default.')
  })
})
