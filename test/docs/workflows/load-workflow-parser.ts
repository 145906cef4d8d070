import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as workflowParser from '@actions/workflow-parser'
import { rolldown } from 'rolldown'

/** GitHub's parser of workflows. It imports its schema as JSON in a way that Node doesn't take: bundled, it is a part of it. */
export async function loadWorkflowParser(): Promise<typeof workflowParser> {
  const dir = await mkdtemp(join(tmpdir(), 'workflow-parser-'))
  try {
    const file = join(dir, 'parser.mjs')
    const bundle = await rolldown({ input: '@actions/workflow-parser', platform: 'node' })
    await bundle.write({ file, format: 'esm', codeSplitting: false })
    await bundle.close()
    return (await import(pathToFileURL(file).href)) as typeof workflowParser
  } finally {
    await rm(dir, { recursive: true })
  }
}
