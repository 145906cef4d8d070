import type { Reply } from '../../domain/effects/reply.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { block, type Block } from '../markdown/fit.ts'
import { replyLine, sentence } from '../text/reply-words.ts'

type Questions = NonNullable<Extract<Reply, { kind: 'needs_input' }>['questions']>

/** What only people can decide, numbered on from what was asked before, with answers to pick from. */
export function renderQuestions({ first, all }: Questions, command: '/answer' | '/replan'): Block[] {
  const lead =
    all.length === 1
      ? `🙋 **${t('One question before there is a plan:')}**\n`
      : `🙋 **${t('{n} questions before there is a plan:', { n: all.length })}**\n`
  const asked = all.map(({ question, why, proposals }, index) => {
    const reason = why.trim() === '' ? '' : ` ${sentence(replyLine(translate(why), 500))}`
    const offered = proposals.map(
      (one, at) => `   - **${first + index}${letter(at)}** ${replyLine(translate(one), 300)}`,
    )
    return block([`${first + index}. **${replyLine(translate(question), 500)}**${reason}`, ...offered].join('\n'))
  })
  return [block(lead), ...asked, block(`\n${renderPicks({ first, all }, command)}`)]
}

/** How they are answered. */
export function renderPicks({ first, all }: Questions, command: '/answer' | '/replan'): string {
  const picked = all.map(({ proposals }, index) => `${first + index}${proposals.length > 0 ? 'a' : ': …'}`)
  return t("Pick, or say it in your words: {command}. The issue's author and people with the role may.", {
    command: `\`${command} ${picked.join(' ')}\``,
  })
}

/** 1a, 1b: as many as there are proposals at most. */
function letter(index: number): string {
  return 'abcd'.charAt(index)
}
