import { noChange } from '../../words/find-reason-to-decline.ts'
import { titleNamesWork } from '../enough.ts'
import { issueKind, plainTitle } from '../issue-title.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { isOrder } from '../tells-state.ts'

const doubts =
  /^(?:should|shall) we\b.*\?$|^(?:spike|investigat|research|evaluat|explor)|\b(?:really|supposed to|intended|intentional|correct|right|on purpose|by design|expected)\b.*\?$/i

/** `Temperature sensor`, above `Is there a way to …?`: a wish, or a question. */
const asksPossible = /\b(?:is there (?:a|any) way|is it possible|would it be possible|any (?:way|chance|plans) to)\b/i
/** `Does this sound like the correct behavior?`, below a title that tells it. */
export const doubtsBelow =
  /\b(?:is|does|should|would) (?:this|it|that)(?: really| still)? (?:(?:be |sound |look |seem )?(?:like )?(?:the |an? )?)?(?:correct|intended|intentional|expected|by design|on purpose|normal|a bug|supposed to)\b[^?]{0,60}\?/i
/** A title that names so much may be what is wished for. */
const ofTopic = 2
/** `希望能改成这种模式，或者有什么办法吗？` */
const hopesChinese =
  /(?:希望|建议|期望)(?:能够?|可以|官方|作者)?(?:改|增加|加|支持|添加|提供|有一?个|实现|优化|修改|允许)/
const asksChinese = /[吗呢哪怎]|请问|如何|什么/
const asksByWords = /^(?:how|what|why|where|when|who|which|is|are|can|could|do|does|did|may|should|any|please)\b/i

/**
 * Who filled in a form, or wrote below a title that orders, tells or names something, or doubts that something is right, may
 * want more than an answer.
 */
export function mayBeMore(title: string, why: string, prose: string, isForm: boolean): boolean {
  const kind = issueKind(title)
  if (kind === 'question' || /^\W*(?:questions?|help|support)\b/i.test(title) || why === noChange('thanks'))
    return false
  const plain = plainTitle(title)
  const asks = asksByWords.test(plain) || asksChinese.test(plain)
  if ((isForm && !asks) || kind !== 'other') return true
  if (!asksByWords.test(plain) && doubtsBelow.test(prose)) return true
  if (!asksByWords.test(plain) && asksPossible.test(prose)) return true
  if (hopesChinese.test(prose)) return true
  // Below a title that only names something a question may be a wish as well.
  if (!asks && countTelling(plain) >= ofTopic) return true
  return titleNamesWork(plain) || isOrder(plain) || doubts.test(plain)
}
