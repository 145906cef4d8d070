import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelExecutor } from '../../../../src/adapters/agents/executor/create-model-executor.ts'
import { WorkspaceError } from '../../../../src/adapters/workspace/machine/workspace-error.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../../../src/application/ports/roles/executor.ts'
import type { WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { ReceiptSchema } from '../../../../src/domain/records/execution-record.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildConfiguration, buildPlan, buildTask } from '../../../support/builders.ts'
import { buildRules, createLocalRepository, type LocalRepository, widgets } from '../../../support/local-repository.ts'
import { openGateway, providerKey } from '../../../support/models/open-gateway.ts'
import { inOrder, type Script, type SeenCall } from '../../../support/models/scripted-provider.ts'
import type { ScriptedTurn } from '../../../support/models/scripted-turn.ts'

let repository: LocalRepository
let commit: string

beforeAll(async () => {
  repository = await createLocalRepository()
  commit = await repository.commit({
    'src/paint.js': 'const red = 1\nconst blue = 2\n',
    'src/twice.js': 'one\none\n',
    'src/crlf.txt': 'one\r\ntwo\r\n',
    'src/logo.bin': 'a\0b',
    'README.md': '# Paint\n',
    '.gitignore': 'dist/\n',
  })
})

afterAll(() => repository[Symbol.asyncDispose]())

const says = (text: string): ScriptedTurn => ({ kind: 'answer', text })
const uses = (name: string, input: Record<string, unknown>): ScriptedTurn => ({
  kind: 'answer',
  tools: [{ name, input }],
})

interface Played {
  answer: ExecutionAnswer
  /** What it was told by each call of a tool. */
  told: string[]
  calls: SeenCall[]
  files: string[]
}

async function play(
  script: Script,
  {
    task = {},
    run = {},
    agents = {},
    prepare,
    tree: replace = (tree) => tree,
    ...overrides
  }: Partial<Omit<ExecutionRequest, 'task'>> & {
    task?: Partial<Task>
    run?: Record<string, unknown>
    agents?: Record<string, unknown>
    prepare?: (dir: string) => Promise<unknown>
    tree?: (tree: WorkTree) => WorkTree
    limits?: Parameters<typeof openGateway>[1]
  } = {},
): Promise<Played> {
  await using opened = await openGateway(script, { kind: 'compatible', ...overrides.limits })
  await using tree = await repository.workspace().openWorkTree(widgets, commit)
  await prepare?.(tree.dir)
  const built = buildTask({ scope: 'src', ...task })
  const executor = createModelExecutor({ models: opened.models, redact: (text) => text })
  const answer = await executor.execute({
    runId: 'run-1',
    repository: widgets,
    plan: buildPlan({ tasks: [built] }),
    rejections: [],
    analysis: null,
    signal: new AbortController().signal,
    ...overrides,
    task: built,
    configuration: buildConfiguration({ run: { timeout_minutes: 1, ...run }, agents }),
    workTree: replace(tree),
  })
  const change = await tree.readChange(buildRules({ scope: ['src'] }))
  const files = change.kind === 'files' ? change.files.map(({ path }) => path) : change.faults.map(({ path }) => path)
  const { calls } = opened.provider
  const messages = (calls.at(-1)?.json['messages'] ?? []) as { role: string; content: unknown }[]
  const told = messages.filter(({ role }) => role === 'tool').map(({ content }) => inside(String(content)))
  return { answer, told, calls, files }
}

/** Without the marks of its block. */
const inside = (text: string) => text.replace(/^<data [^\n]*\n/, '').replace(/\n<\/data [^\n]*$/, '')

const askEach = async (...turns: ScriptedTurn[]) => play(inOrder(...turns, says('Done.')))

test('it looks, changes files, runs what it changed, and leaves a receipt by the gateway’s count', async () => {
  const { answer, told, calls, files } = await askEach(
    uses('list_files', { folder: 'src' }),
    uses('replace_text', { path: 'src/paint.js', old_text: 'red = 1', new_text: 'red = 3' }),
    uses('write_file', { path: './src/new.js', text: 'new\n' }),
    uses('run_command', { command: 'cat src/paint.js src/new.js; exit 3' }),
    uses('search_files', { text: 'RED = 3' }),
  )

  expect(answer.outcome).toEqual({ kind: 'changed' })
  expect(files).toEqual(['src/new.js', 'src/paint.js'])
  expect(told).toEqual([
    'crlf.txt\nlogo.bin\npaint.js\ntwice.js',
    'Written: 29 bytes.',
    'Written: 4 bytes.',
    expect.stringMatching(/^const red = 3\nconst blue = 2\nnew\n\[exit code 3, after [\d.]+ s\]$/),
    'src/paint.js:1: const red = 3',
  ])
  expect(ReceiptSchema.parse({ ...answer.receipt, outcome: 'changed' })).toMatchObject({
    executor: 'model',
    agent: {
      model: 'model-1',
      prompt: 'execute-task@1, use-tools@1',
      end: 'end_turn',
      said: 'Done.',
      use: { calls: 6 },
      permissions: expect.arrayContaining([{ kind: 'run_command', answer: 'allowed', count: 1 }]) as unknown,
    },
  })
  expect(calls[0]?.body).toContain('You do one task of an approved plan')
  expect(calls[0]?.body).toContain('At most 100 turns')
  expect(JSON.stringify(calls[0]?.json['messages'])).not.toContain('{{')
})

describe('what it asks wrongly is answered, and changes nothing', () => {
  test.each<[string, string, Record<string, unknown>, RegExp]>([
    [
      'outside of the scope',
      'write_file',
      { path: 'README.md', text: 'x' },
      /^Not written\. README\.md: outside the task's scope/,
    ],
    ['of git', 'write_file', { path: 'src/.gitattributes', text: 'x' }, /^Not written.*git's own files/],
    ['that leads out', 'write_file', { path: '../x', text: 'x' }, /^Not written/],
    ['that is denied', 'write_file', { path: '.github/workflows/x.yml', text: 'x' }, /^Not written.*no task may touch/],
    ['that is a folder', 'write_file', { path: 'src', text: 'x' }, /^Not done.*no regular file/],
    [
      'that is not there',
      'replace_text',
      { path: 'src/none.js', old_text: 'a', new_text: 'b' },
      /^There is no such file/,
    ],
    ['that is no text', 'replace_text', { path: 'src/logo.bin', old_text: 'a', new_text: 'b' }, /^This is no text/],
    [
      'without the text',
      'replace_text',
      { path: 'src/paint.js', old_text: 'green', new_text: 'b' },
      /^The old text isn’t in the file/,
    ],
    [
      'with the text twice',
      'replace_text',
      { path: 'src/twice.js', old_text: 'one', new_text: 'b' },
      /stands there 2 times/,
    ],
    [
      'of a patch that does not fit',
      'apply_patch',
      { diff: '--- a/src/paint.js\n+++ b/src/paint.js\n@@ -1 +1 @@\n-no\n+yes' },
      /^Nothing was applied\. The diff does not apply/,
    ],
    ['of no patch', 'apply_patch', { diff: 'change it' }, /^Nothing was applied/],
  ])('a file %s', async (_what, name, input, answer) => {
    const { told, files } = await askEach(uses(name, input))

    expect(told).toEqual([expect.stringMatching(answer)])
    expect(files).toEqual([])
  })
})

test('a file keeps its ends of lines and its right to be run, and a patch is applied', async () => {
  const { told, files } = await play(
    inOrder(
      uses('replace_text', { path: 'src/crlf.txt', old_text: 'one\ntwo', new_text: 'two\none' }),
      uses('write_file', { path: 'src/paint.js', text: 'x\n' }),
      uses('apply_patch', { diff: '--- a/src/twice.js\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-one' }),
      uses('run_command', { command: 'od -c src/crlf.txt | head -1; stat -c %a src/paint.js' }),
      says('Done.'),
    ),
    { prepare: (dir) => chmod(join(dir, 'src/paint.js'), 0o755) },
  )

  expect(told[2]).toBe('Applied.')
  expect(told[3]).toMatch(/t {3}w {3}o {2}\\r {2}\\n {3}o {3}n {3}e {2}\\r {2}\\n\n755\n/)
  expect(files).toEqual(['src/crlf.txt', 'src/paint.js', 'src/twice.js'])
})

test('neither its commands nor links that they lay lead out of the folder', async () => {
  const { told, answer } = await askEach(
    uses('run_command', { command: 'ln -s /etc/passwd src/link; ln -s /etc src/folder; echo made' }),
    uses('read_file', { path: 'src/link' }),
    uses('read_file', { path: 'src/folder/passwd' }),
    uses('list_files', { folder: 'src/folder' }),
    uses('write_file', { path: 'src/link', text: 'x' }),
    uses('write_file', { path: 'src/folder/x', text: 'x' }),
    uses('search_files', { text: 'root:' }),
    uses('run_command', { command: 'env; (exec 3<>/dev/tcp/127.0.0.1/80) 2>&1; getent hosts example.com; echo end' }),
  )

  expect(told.slice(1, 7)).toEqual([
    'There is no such file.',
    'There is no such file.',
    'There is no such folder.',
    expect.stringContaining('no regular file'),
    expect.stringContaining('is no folder'),
    'Nothing holds it.',
  ])
  expect(told[7]).not.toMatch(/TOKEN|KEY|csm_|HTTP/)
  expect(told[7]).toContain('end\n')
  expect(JSON.stringify(answer)).not.toContain(providerKey)
})

describe('how it ends', () => {
  test('without a turn left it gave up', async () => {
    const { answer, calls } = await play(() => uses('list_files', { folder: '' }), { agents: { executor_turns: 3 } })

    expect(answer.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('max_turn_requests') })
    expect(calls).toHaveLength(3)
  })

  test('at its deadline, and by whoever asked', async () => {
    const late = await play(() => ({ kind: 'hang' }), { run: { timeout_minutes: 0.02 } })
    const ended = await play(() => ({ kind: 'hang' }), { signal: AbortSignal.abort() })

    expect(late.answer).toMatchObject({
      outcome: { kind: 'failed', reason: expect.stringContaining('at its deadline') as unknown },
      receipt: { agent: { end: 'deadline' } },
    })
    expect(ended.answer.outcome).toEqual({ kind: 'failed', reason: 'model was ended.' })
  })

  test('a key that is refused waits for a person; nonsense from the provider is a failed attempt', async () => {
    const refused = await play(() => ({ kind: 'status', status: 401 }))
    const nonsense = await play(() => ({ kind: 'raw', type: 'text/html', body: '<html>' }))

    expect(refused.answer.outcome).toMatchObject({ kind: 'stuck' })
    expect(nonsense.answer.outcome).toMatchObject({ kind: 'failed' })
  })

  test('a command is ended with it', async () => {
    const controller = new AbortController()
    const { answer } = await play(
      ({ body }) => {
        if (body.includes('"role":"tool"')) return says('Done.')
        return uses('run_command', { command: 'touch src/begun; sleep 600' })
      },
      {
        signal: controller.signal,
        tree: (tree) => ({
          ...tree,
          run: (...asked) => {
            setTimeout(() => controller.abort(), 300)
            return tree.run(...asked)
          },
        }),
      },
    )

    expect(answer.outcome).toEqual({ kind: 'failed', reason: 'model was ended.' })
  })

  test('where the machine fails, its fault is thrown and the model is not asked again', async () => {
    const full = new WorkspaceError('disk_full', 'no room', { details: '', retry: 'later' })
    const script = inOrder(uses('write_file', { path: 'src/a.js', text: 'a' }), says('Done.'))

    await expect(play(script, { tree: (tree) => ({ ...tree, writeFile: () => Promise.reject(full) }) })).rejects.toBe(
      full,
    )
  })

  test('a model that is not served, or none at all, waits for a person', async () => {
    const { answer, calls } = await play(() => says(''), { agents: { executor_model: 'model-9' } })
    const none = createModelExecutor({ models: undefined, redact: (text) => text })

    expect(answer.outcome).toEqual({
      kind: 'absent',
      otherwise: 'stuck',
      reason: expect.stringMatching(/^`model` is to use `model-9`, which isn't among those of this server: model-1/),
    })
    expect(calls).toEqual([])
    expect(none.findLack?.()).toContain('has no model on this server')
  })
})

test('without isolation it works on by files alone', async () => {
  const { told, files } = await play(
    inOrder(
      uses('run_command', { command: 'true' }),
      uses('write_file', { path: 'src/a.js', text: 'a' }),
      says('Done.'),
    ),
    { run: { isolation: 'none' }, tree: (tree) => ({ ...tree, run: () => Promise.reject(missing) }) },
  )

  expect(told[0]).toBe("No command can be run on this server: this machine can't isolate commands.")
  expect(files).toEqual(['src/a.js'])
})

const missing = new WorkspaceError('isolation_missing', "this machine can't isolate commands", {
  details: '',
  retry: 'never',
})

test('a folder that a command made unsound is told, not searched', async () => {
  const { told } = await play(inOrder(uses('search_files', { text: 'x' }), says('Done.')), {
    prepare: (dir) => symlink('/etc', join(dir, '.git')),
  })

  expect(told[0]).toMatch(/^Not done\. .*git's own files/)
})
