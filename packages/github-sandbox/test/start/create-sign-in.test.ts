import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../src/instance/sandbox.ts'
import { startSandbox } from '../../src/start/start-sandbox.ts'

let sandbox: Sandbox
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sign-in-'))
  sandbox = await startSandbox({ port: 0, dataDir })
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

/** Language and heading of the page on which one chooses whom to be. */
async function openSignIn(acceptLanguage: string) {
  const clientId = sandbox.world.apps[0]?.clientId ?? ''
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'http://127.0.0.1:1/back' })
  const answer = await fetch(`${sandbox.web}/login/oauth/authorize?${query}`, {
    headers: { 'accept-language': acceptLanguage },
  })
  const page = await answer.text()
  return {
    language: /<html lang="([^"]+)"/.exec(page)?.[1],
    heading: /<h1>([^<]+)<\/h1>/.exec(page)?.[1],
    ada: /value="ada">([^<]+)</.exec(page)?.[1],
  }
}

const inChinese = { language: 'zh-CN', heading: '登录 Sandbox App', ada: '以 ada 的身份继续' }
const inEnglish = { language: 'en', heading: 'Sign in to Sandbox App', ada: 'Continue as ada' }

test.each(['zh-CN,zh;q=0.9,en;q=0.8', 'fr, zh-Hans;q=0.7, en;q=0.1', 'zh'])(
  'a browser that asks for Chinese (%s) signs in in Chinese',
  async (acceptLanguage) => {
    expect(await openSignIn(acceptLanguage)).toEqual(inChinese)
  },
)

test.each(['en-US,en;q=0.9,zh;q=0.8', 'zh;q=0, fr', '*', 'zhx'])(
  'any other (%s) in English',
  async (acceptLanguage) => {
    expect(await openSignIn(acceptLanguage)).toEqual(inEnglish)
  },
)
