import { expect, test } from 'vitest'
import { isForeseen } from '../../../src/domain/rules/foresee-obstacles.ts'
import type { Outlook } from '../../../src/domain/rules/outlook.ts'
import { eve, Machine } from '../../support/fakes/machine.ts'

const clear: Outlook = { rules: [], branches: new Set(), attributes: '' }
const held: Outlook = { ...clear, rules: [{ type: 'creation', parameters: {}, ruleset: { name: 'House rules' } }] }
const words = '“House rules” stops this work, by “Restrict creations”: exclude `countersign/**/*` from that ruleset'

const told = (machine: Machine) =>
  machine.thread.requests.flatMap(({ posts }) => posts.flatMap((post) => ('body' in post ? [post.body] : [])))
const noted = (machine: Machine) => machine.work().plan?.notes.filter(isForeseen)
const looked = (machine: Machine) => told(machine).filter((body) => body.includes(words))

async function plan(outlook: Outlook | null): Promise<Machine> {
  const machine = new Machine()
  machine.outlook = outlook
  machine.label()
  await machine.settle()
  return machine
}

test('a rule that will stop the work is told with the plan, and its approval says it no more', async () => {
  const machine = await plan(held)
  const [comment = ''] = looked(machine)

  machine.say('/approve')
  await machine.settle()

  expect(comment).toMatch(/\*\*Before you approve\*\*\n\n- A ruleset “House rules”/)
  expect(told(machine).filter((body) => body.includes('This will stop the work'))).toEqual([])
  expect(machine.looks.at(-1)).toBe('again')
})

test('one that came since is told once with the approval, and keeps nothing from beginning', async () => {
  const machine = await plan(clear)
  machine.outlook = held

  machine.say('/approve')
  await machine.settle()

  const said = told(machine).filter((body) => body.includes('**This will stop the work:**'))
  expect(said).toEqual([expect.stringContaining(words)])
  expect(machine.record().phase).not.toBe('proposed')
  expect(machine.looks.at(-1)).toBe('kept')
})

test('one that is mended by the approval is no longer in the plan', async () => {
  const machine = await plan(held)
  machine.outlook = clear

  machine.say('/approve')
  await machine.settle()

  expect(noted(machine)).toEqual([])
})

test('where GitHub doesn’t say what the rules are, nothing is said, and what was stays', async () => {
  const unknown = await plan(null)
  const machine = await plan(held)
  machine.outlook = null

  machine.say('/approve')
  await machine.settle()

  expect(looked(unknown)).toEqual([])
  expect(unknown.record().phase).toBe('proposed')
  expect(noted(machine)).toHaveLength(1)
})

test('nobody looks for who may not approve', async () => {
  const machine = await plan(held)
  const before = machine.looks.length

  machine.say('/approve', eve)
  await machine.settle()

  expect(machine.looks).toHaveLength(before)
})
