import { test } from '../../support/property.ts'
import { expect } from 'vitest'
import { parseSlashCommands } from '../../../src/domain/commands/parse-slash-commands.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import { renderPlanComment } from '../../../src/views/plan/plan-comment.ts'
import { buildRecord } from '../../support/builders.ts'
import { planArbitrary } from '../../support/gate/gate-arbitraries.ts'
import { links } from '../../support/widget-links.ts'

test.prop([planArbitrary])('the command that a plan comment offers approves exactly that plan', (drawn) => {
  const plan = { ...drawn, hash: hashPlan(drawn) }
  const record = buildRecord({ phase: 'proposed', approved: null, plan_hash: plan.hash, plan_id: plan.id })

  const offered = /`(\/approve plan@[0-9a-f]+)`/.exec(renderPlanComment({ record, plan, links }))?.[1] ?? ''

  const { commands, problems } = parseSlashCommands(offered, 'issue')
  expect(problems).toEqual([])
  expect(commands).toEqual([{ line: 1, kind: 'approve_plan', hash: plan.hash.slice(0, 7) }])
})
