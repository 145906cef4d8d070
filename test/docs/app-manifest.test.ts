import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { payloads } from '../../src/adapters/github/webhook/payload.ts'
import { root } from './read/read-pages.ts'

const ManifestSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  url: z.url(),
  hook_attributes: z.strictObject({ url: z.url(), active: z.boolean() }),
  public: z.boolean(),
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  default_events: z.array(z.string()),
})
const manifest = ManifestSchema.parse(parse(await readFile(join(root, 'app.yml'), 'utf8')))
const readme = await readFile(join(root, 'README.md'), 'utf8')

/** GitHub sends these to every App; asking for them is an error. */
const unasked = ['installation', 'installation_repositories']

test('the App asks for exactly the events that are read', () => {
  const read = Object.keys(payloads).filter((event) => !unasked.includes(event))

  expect(manifest.default_events.toSorted()).toEqual(read.toSorted())
})

test('the App never asks to write workflows, and administers nothing', () => {
  expect(Object.keys(manifest.default_permissions)).not.toContain('workflows')
  expect(Object.keys(manifest.default_permissions)).not.toContain('administration')
})

test('the App is private to who registers it, and takes webhooks where the server does', () => {
  expect(manifest.public).toBe(false)
  expect(new URL(manifest.hook_attributes.url).pathname).toBe('/api/github/webhooks')
})

test('the README gives each permission with its reason, and no other', () => {
  const rows = [...readme.matchAll(/^\| ([a-z ]+): (read|write) \| (.+) \|$/gm)]

  const told = Object.fromEntries(rows.map(([, name = '', level]) => [name.replaceAll(' ', '_'), level]))
  expect(told).toEqual(manifest.default_permissions)
  expect(rows.every(([, , , reason = '']) => reason.length > 10)).toBe(true)
})

test('the README names each event', () => {
  for (const event of manifest.default_events) expect(readme).toContain(`\`${event}\``)
})
