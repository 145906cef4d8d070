import { expect, test } from 'vitest'
import { loadOptional } from '../../../src/entrypoints/settings/missing-package.ts'

test('of a package that isn’t installed it is said what asked for it and what brings it', async () => {
  const name: string = 'countersign-has-no-such-package'

  const fault = loadOptional([name], 'WEBHOOK_PROXY_URL', () => import(name))

  await expect(fault).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: 'WEBHOOK_PROXY_URL asks for packages that are not installed',
    details: 'run "npm ci" without --omit=optional',
  })
})

test('what fails in a package that is installed is no missing package', async () => {
  const broken = new Error('Cannot find package ’of-another’s’')

  await expect(loadOptional(['smee-client'], 'WEBHOOK_PROXY_URL', () => Promise.reject(broken))).rejects.toBe(broken)
})
