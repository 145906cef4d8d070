import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { App, Installation } from './app.ts'
import type { World } from './world.ts'

export interface AppInput {
  name: string
  slug: string
  account: string
  webhookUrl: string | null
  permissions: Installation['permissions']
  events: string[]
}

/** Registers an App with a fresh key and secrets and its bot user, installed on the account (no repository yet). */
export async function createApp(world: World, input: AppInput): Promise<App> {
  const keys = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const id = world.nextId++
  const botLogin = `${input.slug}[bot]`
  world.users.push({ id: world.nextId++, login: botLogin, name: botLogin, type: 'Bot' })
  const app: App = {
    id,
    slug: input.slug,
    name: input.name,
    clientId: `Iv23${randomBytes(8).toString('hex')}`,
    clientSecret: randomBytes(20).toString('hex'),
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    webhookSecret: randomBytes(20).toString('hex'),
    webhookUrl: input.webhookUrl,
    botLogin,
    installations: [
      {
        id: world.nextId++,
        account: input.account,
        repositoryIds: [],
        permissions: { ...input.permissions, metadata: 'read' },
        events: input.events,
        tokens: [],
      },
    ],
  }
  world.apps.push(app)

  return app
}

/** As GitHub makes it of an App's name: `My App!` becomes `my-app`. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

  return words.replaceAll(/^-+|(?<!-)-+$/g, '') || 'app'
}
