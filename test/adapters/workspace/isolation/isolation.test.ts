import { createServer } from 'node:http'
import { once } from 'node:events'
import { chmod, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandLimits, CommandOutcome, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { noteFault } from '../../../e2e/faults/support/chains/note-fault.ts'
import { countProcesses, ownSleep } from '../../../support/count-processes.ts'
import { buildLimits, createLocalRepository, type LocalRepository, widgets } from '../../../support/local-repository.ts'

const canary = 'canary-7f3d9b'
/** What is ended would go on for longer, and a busy machine is ready by then. */
const endedWithinMs = 60_000
/** Takes the descriptors 2 of all processes there are, as the kernel lets those of one user, and writes to each. */
const stealing = `python3 -c "
import ctypes, os
call = ctypes.CDLL(None, use_errno=True).syscall
for pid in filter(str.isdigit, os.listdir('/proc')):
    for number in (1, 2):
        taken = call(438, call(434, int(pid), 0), number, 0)
        if taken >= 0:
            os.write(taken, b'bwrap: cannot do it\\n')
"`
let repository: LocalRepository
let tree: WorkTree

beforeAll(async () => {
  process.env['COUNTERSIGN_TEST_SECRET'] = canary
  repository = await createLocalRepository()
  const workspace = repository.workspace({ env: { PATH: process.env['PATH'], APP_PRIVATE_KEY: canary } })
  tree = await workspace.openWorkTree(widgets, await repository.commit({ 'a.txt': 'a\n' }))
})

afterAll(async () => {
  delete process.env['COUNTERSIGN_TEST_SECRET']
  await tree[Symbol.asyncDispose]()
  await repository[Symbol.asyncDispose]()
})

function run(command: string, overrides: Partial<CommandLimits> = {}): Promise<CommandOutcome> {
  return tree.run(command, buildLimits(overrides))
}

describe.each(['bubblewrap', 'none'] as const)('a command, isolation %s', (isolation) => {
  test('works in the work tree, with node, and tells its exit code', async () => {
    const ran = await run('cat a.txt; node -p "process.versions.node.split(\'.\')[0]"; exit 3', { isolation })

    expect(ran).toMatchObject({ exitCode: 3, timedOut: false, aborted: false, output: 'a\n24\n' })
  })

  test('names no folder of the server in what people read of it', async () => {
    const ran = await run('pwd; echo "$HOME" "$TMPDIR"', { isolation })

    expect(ran.output).toMatch(/^\/work\n\/tmp\S* \/tmp\S*\n$/)
    expect(ran.output).not.toContain('countersign')
  })

  test('has both streams in order', async () => {
    const ran = await run('for i in 1 2 3; do echo out $i; echo err $i >&2; done', { isolation })

    expect(ran.output).toBe('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n')
  })

  test('sees no environment but its own', async () => {
    const ran = await run('env', { isolation })

    expect(ran.output).not.toContain(canary)
    const names = ran.output.split('\n').map((line) => line.split('=')[0])
    const known = ['PATH', 'HOME', 'TMPDIR', 'USER', 'LANG', 'CI', 'PWD', 'SHLVL', '_', 'OLDPWD', '']
    const own = ['GIT_CEILING_DIRECTORIES', 'COUNTERSIGN_RUN']
    expect(names.filter((name) => !known.includes(name ?? '') && !own.includes(name ?? ''))).toEqual([])
  })

  test('reads what it is given, and leaves it as it is', async () => {
    const given = [{ variable: 'COUNTERSIGN_ANALYSIS', name: 'analysis.json', text: '{"iteration":1}\n' }]
    const command = 'cat "$COUNTERSIGN_ANALYSIS"; case "$COUNTERSIGN_ANALYSIS" in "$PWD"/*) echo inside;; esac; ls'

    const ran = await tree.run(command, buildLimits({ isolation }), given)

    expect(ran.output).toBe('{"iteration":1}\na.txt\n')
  })

  test('that hangs is ended at its deadline', async () => {
    const ran = await run('echo started; sleep 1000', { isolation, timeoutMs: 1_500 })

    expect(ran).toMatchObject({ exitCode: null, timedOut: true, output: 'started\n' })
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
  })

  test('that ignores SIGTERM and forks away is ended all the same', async () => {
    const nap = ownSleep(1001)
    const stubborn = `trap '' TERM; (trap '' TERM; setsid ${nap} &) ; while :; do sleep 1; done`

    const ran = await run(stubborn, { isolation, timeoutMs: 300 })

    expect(ran).toMatchObject({ exitCode: null, timedOut: true })
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
    expect(await countProcesses(nap)).toBe(0)
    const where = `a command, isolation ${isolation}`
    await noteFault({ fault: 'an agent that ignores SIGTERM or forks away', where, tried: 1, lost: 0 })
  })

  test('whose child holds the pipe does not hold us', async () => {
    const nap = ownSleep(1002)

    const ran = await run(`setsid ${nap} & echo done`, { isolation })

    expect(ran).toMatchObject({ exitCode: 0, output: 'done\n' })
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
    expect(await countProcesses(nap)).toBe(0)
  })

  test('is ended when it is called off', async () => {
    const abort = new AbortController()
    const running = run('touch here; sleep 1000', { isolation, signal: abort.signal })
    abort.abort()

    expect(await running).toMatchObject({ exitCode: null, aborted: true, timedOut: false })
  })

  test('that is called off has time to end in its own way, and so has what it started', async () => {
    const abort = new AbortController()
    const saving = `trap 'sleep 0.3; echo saved > saved-$1; exit 0' TERM; : > ready-$1; while :; do sleep 0.05; done`
    const running = run(`(set -- ${isolation}; ${saving}) & wait; echo never > never`, {
      isolation,
      signal: abort.signal,
    })
    await expect.poll(() => tree.readFile(`ready-${isolation}`)).toBeDefined()

    abort.abort()

    expect(await running).toMatchObject({ aborted: true })
    expect(await tree.readFile(`saved-${isolation}`)).toEqual(Buffer.from('saved\n'))
    expect(await tree.readFile('never')).toBeUndefined()
    for (const name of ['ready', 'saved']) await tree.removeFile(`${name}-${isolation}`)
  })

  test('that was called off before it began does not run', async () => {
    const ran = await run('touch never-made', { isolation, signal: AbortSignal.abort() })

    expect(ran.aborted).toBe(true)
    expect(await tree.readFile('never-made')).toBeUndefined()
  })

  test('that prints a gigabyte is ended early, its first and last lines kept', async () => {
    const ran = await run('echo first; yes | head -c 1G', { isolation, maxOutputBytes: 1000 })

    expect(ran.exitCode).toBeNull()
    expect(ran.output).toMatch(/^first\ny\n/)
    expect(ran.output).toMatch(/bytes left out/)
    expect(ran.output).toMatch(/\[ended: it had printed \d+ bytes\]\n$/)
    expect(ran.output.length).toBeLessThan(1500)
    expect(ran.outputBytes).toBeLessThan(10_000_000)
  })
})

describe('inside bubblewrap', () => {
  test('nothing of the host is there: no processes, home, mirror or other folders', async () => {
    const secret = join(repository.root, 'secret.txt')
    await writeFile(secret, canary)

    const ran = await run(
      `cat /proc/*/environ | tr '\\0' '\\n'; cat ${secret}; ls ${repository.root}; ls /root /home /var /run /etc/shadow; cat /etc/passwd`,
    )

    expect(ran.output).not.toContain(canary)
    expect(ran.output).toContain('agent:x:1000:1000')
    expect(ran.output.match(/No such file or directory/g)).toHaveLength(7)
  })

  test('it is nobody: no capability, no new user namespace, no writing outside of its folder and /tmp', async () => {
    const ran = await run(
      'grep CapEff /proc/self/status; unshare -U true || echo no namespace; touch /usr/x /x /opt/node/bin/x; touch /tmp/x && echo tmp; touch own && echo own; id -u',
    )

    expect(ran.output).toContain('CapEff:\t0000000000000000')
    expect(ran.output).toContain('no namespace')
    expect(ran.output.match(/Read-only file system/g)).toHaveLength(3)
    expect(ran.output).toMatch(/tmp\nown\n1000\n$/)
  })

  test('there is no network unless it is granted', async () => {
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const command = `node -e "fetch('${url}').then(r => r.text()).then(console.log, () => console.log('unreachable'))"`

    const without = await run(command)
    const granted = await run(command, { network: true })
    server.close()

    expect(without.output).toBe('unreachable\n')
    expect(granted.output).toBe('reached\n')
  })

  test.each([
    ['says so', 'echo "bwrap: cannot do it" >&2'],
    ['writes so where bubblewrap would', 'echo "bwrap: cannot do it" > /proc/1/fd/2'],
    ['takes the stream of bubblewrap', stealing],
  ])('a command that %s cannot make us believe in missing isolation', async (_, command) => {
    const ran = await run(`${command}; exit 1`)

    expect(ran.exitCode).toBe(1)
  })

  test('nothing of the kernel is to be written, and the host takes it for nobody', async () => {
    const ran = await run(
      `for file in /proc/sys/kernel/core_pattern /proc/sys/vm/swappiness /proc/sysrq-trigger /proc/irq/default_smp_affinity /proc/pressure/memory; do
         [ ! -e $file ] || cat $file 2>/dev/null | (cat >> $file) 2>/dev/null && [ -e $file ] && echo $file
       done; ls /sys /proc/acpi /proc/scsi; wc -c /proc/keys /proc/timer_list < /dev/null; touch made`,
    )

    expect(ran.output.match(/^\/proc\/(?:sys|irq|pressure).*/gm)).toBeNull()
    expect(ran.output).toContain("cannot access '/sys'")
    expect(ran.output).not.toMatch(/^\s*[1-9]\d* \/proc\/(?:keys|timer_list)$/m)
    expect((await stat(join(tree.dir, 'made'))).uid).not.toBe(0)
    await tree.removeFile('made')
  })

  test('no secret of the server is anywhere, nor where its folders are', async () => {
    const planted = ['data/secret.txt', 'data/mirrors/octo/widgets.git/config-of-token', 'data/trees/beside.txt']
    for (const path of planted) await writeFile(join(repository.root, path), canary)

    const ran = await run(
      `{ env; cat /proc/*/environ /proc/*/cmdline; ls -R ${repository.root} /root /home; } 2>&1 | tr '\\0' '\\n'
       grep -rsF ${canary.slice(0, 6)} / --devices=skip --exclude-dir=usr --exclude-dir=proc --exclude-dir=dev`,
      { maxOutputBytes: 1_000_000 },
    )

    expect(ran.output).toContain('HOME=/tmp/home')
    expect(ran.output).not.toContain(canary)
    expect(ran.output.replaceAll(/cannot access '[^']*'/g, '')).not.toContain(`${repository.root}/`)
  })

  test('processes are limited for whoever runs the server', async () => {
    const many = 'ulimit -u 40 2>/dev/null || ulimit -p 40; for i in $(seq 60); do sleep 30 & done; echo all'

    const ran = await run(many)

    expect(ran.output).toMatch(/fork/i)
    expect(ran.output).not.toMatch(/^all$/m)
  })

  test('a fork bomb is ended at its deadline, and nothing of it is left', async () => {
    const nap = ownSleep(1004)
    const bomb = `ulimit -u 200 2>/dev/null || ulimit -p 200; bomb() { (${nap} &) ; bomb | bomb & }; bomb; sleep 1000`

    const ran = await run(bomb, { timeoutMs: 1_000 })

    expect(ran).toMatchObject({ exitCode: null, timedOut: true })
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
    expect(await countProcesses(nap)).toBe(0)
  })
})

describe.each(['bubblewrap', 'none'] as const)('the disk, isolation %s', (isolation) => {
  test('a command that fills it is ended, whatever the sizes of its files', async () => {
    const filling = 'mkdir full; while :; do i=$((i+1)); fallocate -l 20M full/$i; sleep 0.05; done'

    const ran = await run(filling, { isolation, maxDiskBytes: 60_000_000 })

    expect(ran).toMatchObject({ exitCode: null, timedOut: false, aborted: false })
    expect(ran.output).toMatch(/\[ended: its folder took more than the 60 MB of run.max_disk_mb\]/)
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
    await run('rm -rf full', { isolation })
  })

  test('what others write meanwhile is not its own', async () => {
    const other = join(repository.root, 'others')

    const running = run('echo mine > own; sleep 1.5', { isolation, maxDiskBytes: 10_000_000 })
    await writeFile(other, Buffer.alloc(40_000_000, 'x'))

    expect(await running).toMatchObject({ exitCode: 0 })
    await rm(other)
  })
})

describe.each(['bubblewrap', 'none'] as const)('memory, isolation %s', (isolation) => {
  const hold = (megabytes: number) => `const held = Buffer.alloc(${megabytes}e6, 1); setTimeout(() => held, 3e3)`
  const node = (script: string) => `node -e '${script}'`

  test('a command that takes too much is ended, all of its processes counted together', async () => {
    const sharing = Array.from({ length: 4 }, () => `${node(hold(80))} & `).join('')

    const ran = await run(`${sharing} wait`, { isolation, maxMemoryBytes: 250_000_000 })

    expect(ran).toMatchObject({ exitCode: null, timedOut: false, aborted: false })
    expect(ran.output).toMatch(/\[ended: it took more than the 250 MB of memory of run.max_memory_mb\]/)
    expect(ran.durationMs).toBeLessThan(endedWithinMs)
  })
})

test('what forks share is counted once', async () => {
  const forking = 'import os, time; held = b"x" * 150_000_000; [os.fork() for _ in range(2)]; time.sleep(1)'

  const ran = await run(`python3 -c '${forking}'`, { maxMemoryBytes: 400_000_000 })

  expect(ran).toMatchObject({ exitCode: 0 })
})

test('a command without isolation is refused where the server does not allow it', async () => {
  const workspace = repository.workspace({ unconfined: false })
  await using other = await workspace.openWorkTree(widgets, await repository.git('rev-parse', 'HEAD'))

  const running = other.run('touch ran', buildLimits({ isolation: 'none' }))

  await expect(running).rejects.toMatchObject({
    code: 'isolation_missing',
    details: expect.stringMatching(/UNCONFINED/),
  })
  expect(await other.readFile('ran')).toBeUndefined()
})

describe('a machine that cannot isolate', () => {
  /** A PATH on which git is all there is, and bubblewrap what the script says. */
  async function openWith(name: string, bubblewrap: string | undefined): Promise<WorkTree> {
    const bin = join(repository.root, name)
    await mkdir(bin)
    await symlink((await execa('which', ['git'])).stdout, join(bin, 'git'))
    if (bubblewrap !== undefined) {
      await writeFile(join(bin, 'bwrap'), bubblewrap)
      await chmod(join(bin, 'bwrap'), 0o755)
    }
    const workspace = repository.workspace({ dir: join(repository.root, `${name}-data`), env: { PATH: bin } })
    return workspace.openWorkTree(widgets, await repository.git('rev-parse', 'HEAD'))
  }

  test.each([
    ['has no bubblewrap', undefined],
    ['forbids namespaces', '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n'],
    ['has an old bubblewrap', '#!/bin/sh\necho "bwrap: Unknown option --disable-userns" >&2\nexit 1\n'],
  ])('since it %s runs nothing, and says what to do', async (why, bubblewrap) => {
    await using other = await openWith(why.replaceAll(' ', '-'), bubblewrap)

    const running = other.run('touch ran', buildLimits())

    await expect(running).rejects.toMatchObject({
      code: 'isolation_missing',
      details: expect.stringMatching(/scripts\/install-isolation\.sh.*isolation: none/),
      retry: 'never',
    })
    expect(await other.readFile('ran')).toBeUndefined()
  })
})

test('a confined command does not outlive its server, however that ends', async () => {
  const module = new URL('../../../../src/adapters/workspace/isolation/run-isolated.ts', import.meta.url).href
  const passwdFile = join(repository.root, 'data', 'passwd')
  const nap = ownSleep(1003)
  const command = {
    command: `setsid ${nap} & ${nap}`,
    dir: tree.dir,
    passwdFile,
    env: { PATH: process.env['PATH'] },
  }
  const { signal: _signal, ...limits } = buildLimits({ isolation: 'bubblewrap', timeoutMs: 60_000 })
  const script = `
    const { runIsolated } = await import(${JSON.stringify(module)})
    const limits = { ...${JSON.stringify(limits)}, signal: new AbortController().signal }
    await runIsolated({ ...${JSON.stringify(command)}, redact: (text) => text }, limits)`
  const server = execa(process.execPath, ['--input-type=module', '--eval', script], { reject: false })
  await expect.poll(() => countProcesses(nap)).toBe(2)

  server.kill('SIGKILL')
  await server

  await expect.poll(() => countProcesses(nap)).toBe(0)
})

test('secrets are redacted from output', async () => {
  const redact = (text: string) => text.replaceAll(canary, '***')
  const workspace = repository.workspace({ redact })
  await using other = await workspace.openWorkTree(widgets, await repository.git('rev-parse', 'HEAD'))

  const ran = await other.run(`echo ${canary}`, buildLimits())

  expect(ran.output).toBe('***\n')
})
