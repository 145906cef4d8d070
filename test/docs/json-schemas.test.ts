import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { publishedSchemas } from '../../scripts/schemas/published-schemas.ts'
import { renderJsonSchema } from '../../scripts/schemas/render-json-schema.ts'
import { describeExport } from '../../src/domain/bundle/export-statement.ts'
import { ManifestSchema } from '../../src/domain/bundle/manifest.ts'
import { findPlanFaults } from '../../src/domain/plan/rules/find-plan-faults.ts'
import { PlanDraftSchema } from '../../src/domain/plan/plan-draft.ts'
import { parseSolution } from '../../src/domain/plan/solution/parse-solution.ts'
import { renderSolution } from '../../src/domain/plan/solution/solution-of.ts'
import { buildApprovedPlan } from '../support/repository/fake-repository.ts'
import { buildIssueStatus } from '../support/work/build-issue-status.ts'
import { buildPlanDraft, buildPlanFacts } from '../support/plans/build-draft.ts'
import {
  buildConfiguration,
  buildExecution,
  buildPlan,
  buildRecord,
  buildTask,
  testSha,
  testSha256,
  testUuid,
} from '../support/builders.ts'
import { sessionOf, working } from '../support/work/play-work.ts'
import { leastSolution, specSolution } from '../support/plans/spec-solution.ts'
import { configurationPath, schemaComment } from '../../src/domain/configuration/configuration-file.ts'

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true })
addFormats.default(ajv)

/** What breaks the schema of this name; empty where nothing does. */
function findErrors(name: string, value: unknown): string[] {
  const published = publishedSchemas.find((schema) => schema.name === name)
  if (published === undefined) throw new Error(`no schema ${name}`)
  const schema = JSON.parse(renderJsonSchema(published)) as { $id: string }
  const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema)
  const plain: unknown = JSON.parse(JSON.stringify(value))
  return validate(plain) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

const work = working()
const session = sessionOf(work)
const { plan, execution } = buildApprovedPlan()
const manifest = {
  schema_version: 1,
  repository: 'octo/widgets',
  issue_id: 'ISS-007',
  plan_id: 'SOL-ISS-007-1',
  plan_hash: testSha256('plan'),
  exported_at: '2026-11-21T03:12:00Z',
  items: [
    {
      task_id: testUuid('T1'),
      task: 'T1',
      task_title: 'Write it',
      role: 'deliverable',
      deliverable_spec: buildTask().deliverable_spec,
      approved_artifact_id: testUuid('artifact'),
      version: 1,
      files: [{ dest_path: 'T1/a.ts', sha256: testSha256('a'), source_path: 'a.ts', size: 1, mode: '100644' }],
      review: {
        check_task_id: testUuid('C1'),
        review_id: testUuid('review'),
        verdict: 'APPROVED',
        score: 1,
        reviewer: 'rules',
      },
    },
  ],
  candidates: [],
  missing: [],
}

const statusReport = {
  schema_version: 1,
  ref: 'refs/heads/countersign/workflow',
  commit: testSha('commit'),
  committed_at: '2026-11-21T03:12:00Z',
  issues: [],
  unreadable: [],
}

const good: Record<string, unknown[]> = {
  configuration: [{}, buildConfiguration(), { run: { parallel: 2 } }],
  'plan-draft': [buildPlanDraft(), { tasks: [], root_criteria: [{ statement: 'It works' }] }],
  solution: [specSolution, leastSolution, renderSolution(buildPlan()), { $schema: 'x', ...leastSolution }],
  plan: [buildPlan(), plan, work.plan, { $schema: 'x', ...buildPlan() }],
  execution: [buildExecution(), execution, work.execution],
  issue: [buildRecord(), work.record],
  'session-state': [session.state],
  'session-history': [session.history, []],
  'session-index': [{ schema_version: 1, open: [session.id] }],
  'loop-state': [work.loop],
  manifest: [manifest],
  'export-predicate': [describeExport(ManifestSchema.parse(manifest), testSha256('manifest'))],
  'doctor-examination': [{ findings: [], things: 0, tasks: 0, unseen: [] }],
  status: [
    { ...statusReport, issues: [buildIssueStatus()] },
    {
      ...statusReport,
      unreadable: [{ id: 'ISS-012', number: 12, what: 'a.json is not JSON', details: '', next: 'look' }],
    },
  ],
}

test('there is an example of each', () => {
  expect(Object.keys(good).toSorted()).toEqual(publishedSchemas.map(({ name }) => name).toSorted())
})

test.each(Object.entries(good))('the JSON Schema of a %s takes what Countersign writes', (name, values) => {
  expect(values.map((value) => findErrors(name, value))).toEqual(values.map(() => []))
})

test.each([
  ['configuration', { run: { paralel: 2 } }, '/run must NOT have additional properties'],
  ['configuration', { run: { parallel: 'two' } }, '/run/parallel must be integer'],
  ['plan-draft', { tasks: [{ id: 'T1', title: 'x', depend_on: [] }] }, '/tasks/0 must NOT have additional properties'],
  ['solution', { ...leastSolution, id: undefined }, " must have required property 'id'"],
  [
    'solution',
    { ...leastSolution, analysis: { risk: 'huge' } },
    '/analysis/risk must be equal to one of the allowed values',
  ],
  ['plan', { ...buildPlan(), hash: 'x' }, '/hash must match pattern "^[0-9a-f]{64}$"'],
  ['execution', { ...buildExecution(), status: 'done' }, '/status must be equal to one of the allowed values'],
  ['issue', { ...buildRecord(), number: 0 }, '/number must be > 0'],
  ['session-state', { ...session.state, queue: {} }, '/queue must be array'],
  ['session-history', [{ timestamp: 'now' }], "/0 must have required property 'phase'"],
  ['loop-state', { ...work.loop, status: 'asleep' }, '/status must be equal to one of the allowed values'],
  ['manifest', { ...manifest, items: [] }, '/items must NOT have fewer than 1 items'],
  ['doctor-examination', { findings: [], things: -1, tasks: 0, unseen: [] }, '/things must be >= 0'],
  [
    'status',
    { ...statusReport, issues: [{ ...buildIssueStatus(), phase: 'asleep' }] },
    '/issues/0/phase must be equal to one of the allowed values',
  ],
])('the JSON Schema of a %s refuses a broken one', (name, value, error) => {
  expect(findErrors(name, value)).toContain(error)
})

test.each(['README.md', 'docs/configuration.md', 'docs/offline.md'])(
  'the configuration in %s fits its JSON Schema',
  async (page) => {
    const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8')
    const [, yaml = ''] = /^```yaml\n(.*?)^```/ms.exec(text) ?? []

    expect(yaml).not.toBe('')
    expect(findErrors('configuration', parse(yaml))).toEqual([])
  },
)

test('the solution in docs/offline.md is fine, and all that it leaves out is filled in', async () => {
  const text = await readFile(new URL('../../docs/offline.md', import.meta.url), 'utf8')
  const [, json = ''] = /^```json\n(.*?)^```/ms.exec(text) ?? []
  const read = parseSolution(JSON.parse(json), buildPlanFacts())

  expect(findErrors('solution', JSON.parse(json))).toEqual([])
  expect(read.kind === 'plan' ? findPlanFaults(read.plan) : read.faults).toEqual([])
})

test('docs/offline.md names each JSON Schema', async () => {
  const text = await readFile(new URL('../../docs/offline.md', import.meta.url), 'utf8')

  expect(publishedSchemas.filter(({ name }) => !text.includes(`schemas/${name}.schema.json`))).toEqual([])
})

test.each(publishedSchemas)('the JSON Schema of a $name says what it is', (published) => {
  const schema = JSON.parse(renderJsonSchema(published)) as Record<string, unknown>

  expect(schema).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://unpkg.com/countersign/schemas/${published.name}.schema.json`,
    title: published.title,
  })
})

test('the entry for SchemaStore, and what a proposed configuration begins with, lead to the schema of the configuration', async () => {
  const configuration = publishedSchemas.find(({ name }) => name === 'configuration')
  const { $id } = JSON.parse(configuration === undefined ? '{}' : renderJsonSchema(configuration)) as { $id?: string }
  const entry = JSON.parse(await readFile(new URL('../../schemas/schemastore.json', import.meta.url), 'utf8')) as object

  expect(entry).toEqual({
    name: 'Countersign',
    description: expect.any(String),
    fileMatch: [`**/${configurationPath}`],
    url: $id,
  })
  expect(schemaComment).toBe(`# yaml-language-server: $schema=${$id}`)
})

test('every key that people may write in a plan or a configuration is explained', () => {
  const unexplained = ['configuration', 'plan-draft', 'solution'].flatMap((name) => {
    const published = publishedSchemas.find((schema) => schema.name === name)
    return published === undefined ? [] : listUnexplained(JSON.parse(renderJsonSchema(published)), name)
  })

  expect(unexplained).toEqual([])
})

/** Leaves without a description, except where a list of allowed values says it all. */
function listUnexplained(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, items, anyOf, oneOf, description, ...rest } = schema as Record<string, unknown>
  const members = [...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : [])]
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([key, part]) => listUnexplained(part, `${path}.${key}`)),
    ...(items === undefined ? [] : listUnexplained({ description: '', ...(items as object) }, `${path}[]`)),
    ...members.flatMap((part) => listUnexplained({ description: '', ...(part as object) }, path)),
  ]
  const isLeaf = properties === undefined && items === undefined && members.length === 0 && !('enum' in rest)
  return isLeaf && description === undefined ? [path, ...inner] : inner
}

test('what reads a draft knows the keys that its JSON Schema offers', () => {
  const published = publishedSchemas.find(({ name }) => name === 'plan-draft')
  const schema = JSON.parse(published === undefined ? '{}' : renderJsonSchema(published)) as { properties: object }

  expect(Object.keys(schema.properties).toSorted()).toEqual(Object.keys(PlanDraftSchema.shape).toSorted())
})
