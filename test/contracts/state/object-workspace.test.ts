import { expect, test } from 'vitest'
import type { CommandLimits, PathRules, WorkTree } from '../../../src/application/ports/roles/workspace.ts'
import { GitObjects } from '../../e2e/support/git/git-objects.ts'
import { createObjectWorkspace } from '../../e2e/support/random/object-workspace.ts'
import { createLocalRepository, widgets } from '../../support/local-repository.ts'

const rules: PathRules = { scope: ['kept', 'new'], denied: [], maxFileBytes: 10_000, maxFiles: 100 }

const limits: CommandLimits = {
  timeoutMs: 30_000,
  maxDiskBytes: 1_000_000_000,
  maxMemoryBytes: 4_000_000_000,
  maxOutputBytes: 1_000,
  isolation: 'none',
  network: false,
  signal: new AbortController().signal,
}

function withoutTime<Outcome extends { durationMs: number }>(outcome: Outcome): Outcome {
  return { ...outcome, durationMs: 0 }
}

/** Bytes as text: one has buffers, the other plain arrays. */
async function readChange(tree: WorkTree) {
  const change = await tree.readChange(rules)
  if (change.kind === 'refused') return change
  return change.files.map((file) => ({ ...file, bytes: file.bytes && Buffer.from(file.bytes).toString('utf8') }))
}

test('the workspace of the random test says what the real one says', async () => {
  await using repository = await createLocalRepository()
  const root = await repository.commit({ 'kept/a.txt': 'a\n', 'kept/moved.txt': 'moves\n', 'gone.txt': 'gone\n' })
  await repository.git('checkout', '--quiet', '-b', 'side')
  const side = await repository.commit({ 'new/run.sh': 'true\n', 'kept/moved.txt': null, 'new/moved.txt': 'moves\n' })
  await repository.git('checkout', '--quiet', 'main')
  const other = await repository.commit({ 'kept/a.txt': 'b\n', 'gone.txt': null })
  await repository.git('-c', 'user.name=ada', '-c', 'user.email=a@example.com', 'merge', '--quiet', '--no-ff', 'side')
  const merged = await repository.git('rev-parse', 'HEAD')
  const real = repository.workspace()
  const objects = new GitObjects(repository.source)
  const fast = createObjectWorkspace(real, () => objects)

  for (const [a, b] of [
    [root, merged],
    [side, other],
    [merged, side],
    [other, merged],
  ] as const) {
    expect(await fast.describeChange(widgets, a, b)).toEqual(await real.describeChange(widgets, a, b))
    expect(await fast.findFaults(widgets, a, b, rules)).toEqual(await real.findFaults(widgets, a, b, rules))
    expect(await fast.mergeBase(widgets, a, b)).toBe(await real.mergeBase(widgets, a, b))
    expect(await fast.isAncestor(widgets, a, b)).toBe(await real.isAncestor(widgets, a, b))
  }
  expect(await fast.readTreeSha(widgets, merged)).toBe(await real.readTreeSha(widgets, merged))
  const changes = []
  for (const workspace of [fast, real]) {
    await using tree = await workspace.openWorkTree(widgets, merged)
    await tree.writeFile('new/one.txt', new TextEncoder().encode('one\n'), '100755')
    await tree.writeFile('kept/a.txt', new TextEncoder().encode('b\n'), '100644')
    await tree.removeFile('new/moved.txt')
    const inside = await readChange(tree)
    const looks = []
    for (const command of ['grep -q b kept/a.txt', 'grep -q z kept/a.txt', 'grep -q b none.txt'])
      looks.push(withoutTime(await tree.run(command, limits)), withoutTime(await tree.runTests(command, limits, [])))
    await tree.writeFile('outside.txt', new TextEncoder().encode('x\n'), '100644')
    changes.push([inside, looks, await readChange(tree), Buffer.from((await tree.readFile('kept/a.txt')) ?? [])])
  }
  expect(changes[0]).toEqual(changes[1])
  await objects.close()
})
