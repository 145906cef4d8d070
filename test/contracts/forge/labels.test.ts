import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabels } from '../../../src/adapters/github/thread/create-labels.ts'
import { stateLabels } from '../../../src/domain/work/show/state-label.ts'
import { type SandboxInstallation, startSandboxInstallation } from '../../support/repository/sandbox-installation.ts'

let github: SandboxInstallation
beforeAll(async () => {
  github = await startSandboxInstallation()
})
afterAll(() => github.close())

test('a new repository gets all labels once; one that people made their own stays as it is', async () => {
  const { ref, place } = await github.createRepository()
  const maintainer = github.as('maintainer')
  await maintainer.issues.createLabel({ ...place, name: 'Countersign: Planned', color: '123456' })

  await createLabels(github.client, ref, 'plan-me')
  await createLabels(github.client, ref, 'plan-me')

  const labels = await maintainer.paginate(maintainer.issues.listLabelsForRepo, place)
  const names = labels.map((label) => label.name.toLowerCase())
  for (const name of ['plan-me', ...Object.keys(stateLabels)])
    expect(names.filter((one) => one === name)).toHaveLength(1)
  expect(labels.find((label) => label.name === 'Countersign: Planned')?.color).toBe('123456')
})
