import type { Reply } from '../../domain/effects/reply.ts'
import { block, type Block } from '../markdown/fit.ts'
import { replyLine, sentence } from '../text/reply-words.ts'

type Questions = NonNullable<Extract<Reply, { kind: 'needs_input' }>['questions']>

/** What only people can decide, numbered on from what was asked before, with answers to pick from. */
export function renderQuestions({ first, all }: Questions, command: '/answer' | '/replan'): Block[] {
  const lead =
    all.length === 1
      ? '🙋 **One question before there is a plan:**\n'
      : `🙋 **${all.length} questions before there is a plan:**\n`
  const asked = all.map(({ question, why, proposals }, index) => {
    const reason = why.trim() === '' ? '' : ` ${sentence(replyLine(why, 500))}`
    const offered = proposals.map((one, at) => `   - **${first + index}${letter(at)}** ${replyLine(one, 300)}`)
    return block([`${first + index}. **${replyLine(question, 500)}**${reason}`, ...offered].join('\n'))
  })
  const picked = all.map(({ proposals }, index) => `${first + index}${proposals.length > 0 ? 'a' : ': …'}`)
  const how = `Pick, or say it in your words: \`${command} ${picked.join(' ')}\`. The issue's author and people with the role may.`
  return [block(lead), ...asked, block(`\n${how}`)]
}

/** 1a, 1b: as many as there are proposals at most. */
function letter(index: number): string {
  return 'abcd'.charAt(index)
}
