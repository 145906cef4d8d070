import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionModes, defaultMode } from '../../../src/entrypoints/action/modes.ts'
import { root } from '../read/read-pages.ts'
import { loadWorkflowParser } from './load-workflow-parser.ts'
import { readWorkflows } from './read-workflows.ts'

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadWorkflowParser()

const copied = (await readWorkflows()).filter(({ path }) => path.startsWith('examples/'))

test.each(copied.map(({ path }) => [path]))('GitHub’s own parser finds nothing wrong in %s', async (path) => {
  const content = await readFile(join(root, path), 'utf8')

  const { context, value } = parseWorkflow({ name: path, content }, new NoOperationTraceWriter())
  const template = value === undefined ? undefined : await convertWorkflowTemplate(context, value)

  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
  expect(template?.errors ?? []).toEqual([])
})

test('it does find what is wrong', () => {
  const wrong = {
    name: 'wrong.yml',
    content: 'on: push\njobs:\n  one:\n    runs-on: x\n    concurrency: { que: max }\n',
  }

  expect(parseWorkflow(wrong, new NoOperationTraceWriter()).context.errors.getErrors()).not.toEqual([])
})

test('each of our steps asks for a mode that there is, with inputs of that mode, in a job that may do what it needs', () => {
  const faults: string[] = []
  for (const { path, jobs } of copied) {
    for (const job of Object.values(jobs)) {
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith('your-org/countersign@'))) {
        const { mode: name = defaultMode, ...inputs } = step.with ?? {}
        const mode = actionModes[String(name)]
        const unknown = Object.keys(inputs).filter((input) => input !== 'token' && mode?.inputs[input] === undefined)
        const given = Object.entries(job.permissions ?? {}).map(([permission, level]) => `${permission}: ${level}`)
        const missing = mode?.permissions.filter((needed) => !given.includes(needed)) ?? [`mode ${String(name)}`]
        faults.push(...[...unknown, ...missing].map((what) => `${path}: ${what}`))
      }
    }
  }

  expect(copied.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})
