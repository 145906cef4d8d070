import type { ModelPlan } from '../../src/adapters/agents/planner/plan-answer-schema.ts'
import type { ModelReview } from '../../src/adapters/agents/reviewer/review-answer-schema.ts'
import type { Script, SeenCall } from '../../test/support/models/scripted-provider.ts'
import type { ScriptedTurn } from '../../test/support/models/scripted-turn.ts'
import { type EvalCase, plantDefect } from './eval-case.ts'

/**
 * Answers for all roles out of the cases themselves: it plans what they ask for, makes every fourth wrong at first, and
 * compares with the solution when it reviews. It shows that the eval works, and nothing about any model.
 */
export function answerFromCases(cases: readonly EvalCase[]): Script {
  return (call) => {
    const found = cases.findIndex(({ issue }) => call.body.includes(JSON.stringify(issue.title).slice(1, -1)))
    const one = cases[found]
    if (one === undefined) return say({ kind: 'declined', why: 'No case is known by this title.' })
    if (call.body.includes('You plan the work')) return say(planOf(one, call))
    if (call.body.includes('You review one version')) return review(one, call)
    return work(one, call, found % 4 === 0)
  }
}

const say = (value: ModelPlan | ModelReview): ScriptedTurn => ({ kind: 'answer', text: JSON.stringify(value) })

function planOf({ criteria, solution, issue }: EvalCase, { body }: SeenCall): ModelPlan {
  const ids = new Set(Array.from(body.matchAll(/\\n(A\d+)(?: \(item\))?, line \d+:/g), ([, id = '']) => id))
  for (const [, id = ''] of body.matchAll(/ask for something>\\n(A\d+)/g)) ids.add(id)
  const covered = criteria.map((_, at) => `T1/${at + 1}`)
  const paths = Object.keys(solution)
  return {
    kind: 'plan',
    description: issue.title,
    strategy: 'bugfix',
    risk: 'low',
    impact: 'low',
    complexity: 'low',
    patterns: 'Plain functions.',
    integration_points: 'None.',
    tests_found_in: null,
    tasks: [
      {
        id: 'T1',
        title: issue.title,
        action: 'Fix',
        description: issue.body,
        scope: paths,
        places: paths.map((file) => ({ file, target: 'all', change: 'as the issue says', is_new: false })),
        steps: ['Change it', 'Look at what calls it'],
        depends_on: [],
        criteria: criteria.map((statement) => ({ statement, check: 'judgement' })),
        test_commands: [],
        estimate_person_days: 0.25,
      },
    ],
    asks: Array.from(ids, (id) => ({ id, covered_by: covered })),
    more_asks: [],
  }
}

function work(one: EvalCase, { body }: SeenCall, isWrongAtFirst: boolean): ScriptedTurn {
  if (body.includes('"role":"tool"')) return { kind: 'answer', text: 'It is done.' }
  const [defect] = one.defects
  const isFirst = !body.includes('was rejected')
  const files = isWrongAtFirst && isFirst && defect !== undefined ? plantDefect(one, defect) : one.solution
  const tools = Object.entries(files).map(([path, text]) => ({ name: 'write_file', input: { path, text } }))
  return { kind: 'answer', tools }
}

/** It reads the files, and holds where they are the solution; what it quotes is a line that is in both. */
function review({ solution }: EvalCase, { body }: SeenCall): ScriptedTurn {
  const paths = Object.keys(solution)
  if (!body.includes('"role":"tool"'))
    return { kind: 'answer', tools: paths.map((path) => ({ name: 'read_file', input: { path } })) }
  const numbered = Object.entries(solution).map(([path, text]) =>
    text.split('\n').map((line, at) => ({ path, line: at + 1, text: line, shown: `${at + 1}: ${line}` })),
  )
  const isThere = (text: string) => body.includes(JSON.stringify(text).slice(1, -1))
  const isRight = numbered.every((lines) => isThere(lines.map(({ shown }) => shown).join('\n')))
  const quote = numbered.flat().find(({ text, shown }) => text.length > 15 && isThere(shown))
  const ids = new Set(Array.from(body.matchAll(/- (AC-\d+), (?:blocker|major|minor): /g), ([, id = '']) => id))
  return say({
    judgements: Array.from(ids, (id) => ({
      id,
      result: isRight ? 'holds' : 'fails',
      reason: isRight ? 'It is as it should be.' : 'It is otherwise than it should be.',
      quotes: quote === undefined ? [] : [{ path: quote.path, line: quote.line, text: quote.text.trim() }],
    })),
    score: isRight ? 1 : 0.3,
    advice: [],
    doubts: [],
  })
}
