import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

/** Folder of the dashboard's own files, below its first page. No repository, owner or issue is called that. */
export const assetsFolder = '_'

const types: Record<string, string> = {
  'dashboard.css': 'text/css; charset=utf-8',
  'dashboard.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}
export const assetNames = Object.keys(types)

export function readDashboardAsset(name: string): Promise<Buffer> {
  return readFile(new URL(`assets/${name}`, import.meta.url))
}

/** Style sheet, script and icon; read once, and by a browser that has them asked for only whether they are the same. */
export function serveDashboardAssets(): Hono {
  const assets = new Hono()
  const read = new Map<string, Promise<Buffer>>()
  assets.use(etag())
  for (const [name, type] of Object.entries(types))
    assets.get(`/${name}`, async (c) => {
      const bytes = read.get(name) ?? readDashboardAsset(name)
      read.set(name, bytes)
      return c.body(new Uint8Array(await bytes), 200, { 'content-type': type })
    })
  return assets
}
