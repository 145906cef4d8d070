import { expect, test } from 'vitest'
import { parseConfiguration } from '../../../src/domain/configuration/parse-configuration.ts'
import { replayDelivery } from '../support/webhook-deliveries.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld({ env: () => Promise.resolve({ ONBOARDING: 'issue' }) })

const files = {
  'package.json': '{"scripts":{"test":"node --test"}}',
  'package-lock.json': '{}',
  CODEOWNERS: '* @ada\n',
}

test('installed on a repository it opens one issue with what it found, never again, and works either way', async () => {
  const repo = await world.repository({ files })
  const list = async () => (await repo.as('reader').rest.issues.listForRepo({ ...repo.place, state: 'all' })).data
  const [opened] = await list()
  const body = opened?.body ?? ''
  const yaml = /```yaml\n([^]*?)```/.exec(body)?.[1] ?? ''

  await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: 1, state: 'closed' })
  const delivery = world.running.sandbox.world.deliveries.findLast((one) => one.event === 'installation_repositories')
  if (delivery === undefined) throw new Error('nobody was told of the repository')
  await replayDelivery(world.running, delivery)
  await repo.settle()
  const issue = await repo.planIssue('Words', '- [ ] T1: Write `words.txt`\n\nT1:\n\n```txt path=words.txt\nHello\n```')
  await repo.say(issue, 'maintainer', '/approve')

  expect(opened?.title).toBe('Set up Countersign')
  expect(parseConfiguration(yaml)).toMatchObject({
    ok: true,
    configuration: { run: { test_commands: ['npm ci && npm test'] }, review: { code_owners: true } },
  })
  expect(body).toContain('.github/ISSUE_TEMPLATE/countersign.yml')
  expect(body).toContain('asks for no permission to write workflows')
  expect((await list()).filter(({ title }) => title === 'Set up Countersign')).toHaveLength(1)
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
})
