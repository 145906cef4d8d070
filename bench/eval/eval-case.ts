import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

const files = z.record(z.string(), z.string())

/** A small repository with an issue in prose, a right solution, versions of it with one mistake each, and tests that nobody is shown. */
const EvalCaseSchema = z.strictObject({
  issue: z.strictObject({ title: z.string(), body: z.string() }),
  /** What the issue asks for, as a reviewer is to judge it. */
  criteria: z.array(z.string()).min(1),
  files,
  solution: files,
  defects: z.array(z.strictObject({ name: z.string(), replace: z.string(), with: z.string() })).min(2),
  hidden: z.string(),
  hidden_file: z.string().default('hidden/hidden.test.js'),
  command: z.string().default('node --test hidden/hidden.test.js'),
})
export type EvalCase = z.infer<typeof EvalCaseSchema> & { name: string }

const folder = new URL('cases/', import.meta.url)

/** All cases, by name. */
export async function readEvalCases(): Promise<EvalCase[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.yml'.length),
      ...EvalCaseSchema.parse(parse(await readFile(new URL(name, folder), 'utf8'))),
    })),
  )
}

/** The solution with that mistake in it. Throws where what is to be replaced isn't there. */
export function plantDefect({ name, solution }: EvalCase, defect: EvalCase['defects'][number]): Record<string, string> {
  const planted = Object.entries(solution).map(([path, text]) => {
    return [path, text.replaceAll(defect.replace, () => defect.with)] as const
  })
  if (planted.every(([path, text]) => text === solution[path]))
    throw new Error(`${name}: nothing is "${defect.replace}"`)
  return Object.fromEntries(planted)
}
