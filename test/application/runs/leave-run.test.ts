import { expect, test } from 'vitest'
import type { ExecutionAnswer } from '../../../src/application/ports/roles/executor.ts'
import type { RemainingChange } from '../../../src/application/ports/roles/workspace.ts'
import { changed, Machine } from '../../support/fakes/machine.ts'

const half: RemainingChange = {
  files: [{ path: 'docs/one.txt', status: 'added', size: 5, kept: true }],
  more: 0,
  patch: new TextEncoder().encode('+half\n'),
  faults: [],
}

/** A machine whose agent for T1 is at work until it is cancelled. */
async function atWork(): Promise<Machine> {
  const machine = new Machine()
  machine.workspace.remains = half
  machine.label()
  await machine.settle()
  await approve(machine, '/approve')
  return machine
}

async function approve(machine: Machine, command: string): Promise<void> {
  const began = new Promise<void>((resolve) => {
    machine.execute = (request) => {
      resolve()
      return new Promise<ExecutionAnswer>((end) =>
        request.signal.addEventListener('abort', () => end(changed(request))),
      )
    }
  })
  machine.say(command)
  await machine.queue.turn()
  await began
}

function patches(machine: Machine): [path: string, text: string][] {
  return machine.store.commits.flatMap(({ files }) =>
    files.flatMap(({ path, bytes }): [string, string][] =>
      path.startsWith('workspace/attempts/') ? [[path, new TextDecoder().decode(bytes ?? undefined)]] : [],
    ),
  )
}

test('what a paused agent left is a patch in the commit that records it, and nothing is published', async () => {
  const machine = await atWork()

  machine.say('/pause')
  await machine.settle()

  const [receipt] = machine.work().execution?.receipts ?? []
  const taskId = machine.work().plan?.tasks[0]?.task_id
  const path = `workspace/attempts/${taskId}/${receipt?.run_id}.patch`
  expect(receipt).toMatchObject({ outcome: 'left', remains: { path, size: 6, files: half.files } })
  expect(patches(machine)).toEqual([[path, '+half\n']])
  expect(machine.pulls.calls.filter((call) => call.startsWith('publish'))).toEqual([])
  expect(machine.stateOf('T1')).toBe('READY')
  expect(machine.thread.texts().at(-1)).toContain('its run was ended, and left 1 file unfinished')
})

test('a stopped agent moves nothing any more, and what it left is kept all the same', async () => {
  const machine = await atWork()

  machine.say('/stop')
  await machine.settle()

  expect(machine.work().execution?.receipts).toMatchObject([{ outcome: 'left', remains: { size: 6 } }])
  expect(patches(machine)).toHaveLength(1)
  expect(machine.stateOf('T1')).toBe('CANCELLED')
  expect(machine.record().outbox).toEqual([])
})

test('an agent that left nothing has a receipt and no patch', async () => {
  const machine = await atWork()
  machine.workspace.remains = { files: [], more: 0, patch: new Uint8Array(), faults: [] }

  machine.say('/pause')
  await machine.settle()

  const [receipt] = machine.work().execution?.receipts ?? []
  expect([receipt?.outcome, receipt?.remains, patches(machine)]).toEqual(['left', undefined, []])
})

test('ten patches of a task are kept; what is left later is counted', async () => {
  const machine = await atWork()

  for (let times = 1; times <= 11; times += 1) {
    machine.say('/pause')
    await machine.settle()
    if (times < 11) await approve(machine, '/resume')
  }

  expect(patches(machine)).toHaveLength(10)
  expect(machine.work().execution?.receipts.at(-1)?.remains).toMatchObject({
    path: null,
    files: [],
    more: 1,
    faults: ['.: 10 patches of this task are kept already'],
  })
})
