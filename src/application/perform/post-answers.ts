import { sha256Hex } from '../../domain/text/sha256.ts'
import { answerOp, type ThreadAnswer } from '../attempts/answer.ts'
import { explain, keepTrying, type Performance } from '../attempts/attempt-effect.ts'
import { mayPass } from '../outage.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { tracedPart } from '../trace.ts'
import { readAsked } from './read-asked.ts'
import { threadPerformers } from './thread-performers.ts'

/**
 * Answers for issues that have no record: owed by nobody, and posted once though a delivery comes again after a crash.
 * Throws where one could not be posted and may be later: whoever asked is still waiting, and no outbox says so.
 */
export async function postAnswers(
  ports: ViewPorts & Pick<MachinePorts, 'store' | 'thread' | 'now' | 'wait' | 'log'>,
  performance: Performance,
  answers: readonly ThreadAnswer[],
): Promise<void> {
  const { repository, work } = performance
  const asked = await readAsked(
    ports,
    performance,
    answers.map(({ action }) => action),
  )
  const from = { repository, work, asked, isGone: false }
  const posts = answers.flatMap(({ key, to, action }, index) => {
    const place = answers.slice(0, index).filter((one) => one.key === key && one.action.kind === action.kind).length
    const op = to == null ? answerOp(key, place) : sha256Hex(`to ${to}`).slice(0, 16)
    if (action.kind === 'react') return [threadPerformers.react(ports, from, action, op)]
    return action.kind === 'say' ? [threadPerformers.say(ports, from, action, op)] : []
  })
  for (const post of posts) {
    const { op } = post
    try {
      await keepTrying(ports, { op, kind: 'say' }, performance.retryBudget, () =>
        tracedPart({ op }, () => ports.thread.post(performance.repository, [post], true)),
      )
    } catch (error) {
      if (mayPass(error)) throw error
      ports.log('warn', 'answer refused', { op, why: explain(error) })
    }
  }
}
