import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../read/read-pages.ts'

/** Those that run here, and those that people copy. */
const folders = ['.github/workflows', 'examples/workflows']

const PermissionsSchema = z.union([z.string(), z.record(z.string(), z.string())])

const StepSchema = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.unknown()).optional(),
})
export type Step = z.infer<typeof StepSchema>

const JobSchema = z.looseObject({
  uses: z.string().optional(),
  'runs-on': z.unknown().optional(),
  'timeout-minutes': z.unknown().optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  secrets: z.unknown().optional(),
  permissions: PermissionsSchema.optional(),
  container: z.unknown().optional(),
  services: z.record(z.string(), z.looseObject({ image: z.string() })).optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(StepSchema).default([]),
})
export type Job = z.infer<typeof JobSchema>

const WorkflowSchema = z.looseObject({
  name: z.string().optional(),
  on: z.unknown(),
  permissions: PermissionsSchema.optional(),
  concurrency: z.unknown().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  jobs: z.record(z.string(), JobSchema),
})

export interface Workflow extends z.infer<typeof WorkflowSchema> {
  path: string
  text: string
}

/** All workflows of the repository; a folder that isn't there has none. */
export async function readWorkflows(): Promise<Workflow[]> {
  const found = await Promise.all(folders.map(findWorkflows))
  return Promise.all(found.flat().map(async (path) => parseWorkflow(path, await readFile(join(root, path), 'utf8'))))
}

export function parseWorkflow(path: string, text: string): Workflow {
  return { ...WorkflowSchema.parse(parse(text)), path, text }
}

async function findWorkflows(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch(() => [])
  return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => `${folder}/${name}`)
}
