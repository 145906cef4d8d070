import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { workFiles } from '../../../../src/application/state/state-files.ts'
import { workflowBranch } from '../../../../src/domain/records/iss-record.ts'
import { buildExecution, buildPlan, buildRecord } from '../../../support/builders.ts'
import { commitFiles } from '../../../support/repository/push-approved-plan.ts'

test('the command speaks with the official client over standard input and output', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  await execa('git', ['init', '--bare', '--quiet', dir])
  const plan = buildPlan()
  const files = workFiles({ record: buildRecord({ loop_id: null }), plan, execution: buildExecution(plan), loop: null })
  const bytes = [...files].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const)
  await commitFiles(dir, `refs/heads/${workflowBranch}`, null, new Map(bytes))
  const client = new Client({ name: 'test', version: '1' })
  const args = ['--no-warnings', 'src/entrypoints/cli.ts', 'mcp', '--repo', dir]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))

  const { tools } = await client.listTools()
  const read = await client.callTool({ name: 'get_plan', arguments: { issue: '7' } })
  const missing = await client.callTool({ name: 'get_plan', arguments: { issue: '8' } })
  const write = await client.callTool({ name: 'take_task', arguments: { issue: '7', task: 'T1' } })
  await client.close()
  await rm(dir, { recursive: true })

  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    'get_issue',
    'get_plan',
    'get_task',
    'get_verdicts',
    'list_issues',
    'list_waiting',
    'propose_plan',
    'submit_version',
    'take_task',
  ])
  expect(JSON.parse((read.content as { text: string }[])[0]?.text ?? '')).toMatchObject({ id: plan.id })
  expect(missing).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('issue 8 is not registered') }],
  })
  expect(write).toMatchObject({ isError: true })
})
