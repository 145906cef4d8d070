import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectGitHub } from '../../src/entrypoints/connect-github.ts'
import { parseSettings } from '../../src/entrypoints/settings.ts'
import { findFreePort } from '../support/find-free-port.ts'

test('a GitHub that does not answer is named, with where it was asked and what to look at', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const settings = parseSettings({
    APP_ID: '1',
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: 'a secret that is long enough',
    STATE_SECRET: 'another secret that is long enough',
    GITHUB_API_URL: url,
  })

  await expect(connectGitHub(settings)).rejects.toMatchObject({
    code: 'github_unavailable',
    message: expect.stringContaining(`asked ${url} who this App is`),
    details: expect.stringMatching(/^GitHub doesn't answer at .* Look whether GITHUB_API_URL is right/),
  })
})
