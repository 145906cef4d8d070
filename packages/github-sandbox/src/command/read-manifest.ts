import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import type { AppRegistration } from '../instance/sandbox.ts'
import { slugOf } from '../world/create-app.ts'
import { WrongInput } from './wrong-input.ts'

const manifestSchema = z.object({
  name: z.string().min(1).optional(),
  default_permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
  default_events: z.array(z.string()).optional(),
})

/** What an App's manifest (`app.yml`, or the same as JSON) says of its name, permissions and events. */
export async function readManifest(file: string): Promise<Partial<AppRegistration>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new WrongInput(`can't read the manifest: ${error instanceof Error ? error.message : String(error)}`)
  })
  const read = manifestSchema.safeParse(parseYaml(file, text))
  if (!read.success) throw new WrongInput(`${file} is no App manifest: ${z.prettifyError(read.error)}`)
  const { name, default_permissions: permissions, default_events: events } = read.data

  return {
    ...(name === undefined ? {} : { name, slug: slugOf(name) }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(events === undefined ? {} : { events }),
  }
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new WrongInput(`${file} is no YAML: ${error instanceof Error ? error.message : String(error)}`)
  }
}
