import { withoutGone } from './no-longer.ts'

/** What the marks before a title say the issue is. */
export type IssueKind = 'bug' | 'question' | 'feature' | 'proposal' | 'collection' | 'other'

const kinds: readonly { kind: IssueKind; pattern: RegExp }[] = [
  {
    kind: 'question',
    pattern:
      /^\W*questions? (?:about|on|regarding|concerning)\b|^\W*(?:question|q|inquiry|enquiry|support|help|usage|how ?to|提问|咨询|质问|質問|질문)\s*[\]】:：)]/i,
  },
  { kind: 'proposal', pattern: /^\W*(?:rfc|rfd|proposal|discussion|poll)\b[\]】:：)\s]/i },
  {
    kind: 'collection',
    pattern:
      /^\W*(?:tracking(?: issue)?|meta(?:[- ]?(?:tracker|issue|bug))?|umbrella|epic|roadmap|dependency dashboard)\b(?:[\]】:：)\s]|$)|^(?:\S+ ){1,4}epic\W*$|\b(?:release notes|changelog|what['’]s new)\s*$/i,
  },
  {
    kind: 'feature',
    pattern:
      /^\W{0,10}(?:\d[\d.]{0,9}\][\s:]*)?(?:(?:feature |feat |\w{1,20} )?re(?:quest|q)|fr|rfe|feature|feat(?:\([^()]{1,40}\))?|enhancement|improvement|wish|idea)\s*[\]】:：)]/i,
  },
  {
    kind: 'bug',
    pattern:
      /^\W*(?:bug(?: report)?|regression|crash|flak(?:y|ing)(?: test)?|failing test|defect|ice|panic|fix|缺陷|故障|バグ|不具合|버그)(?:\s*[\]】:：)]|\s[–—-]\s)/iu,
  },
]
const prefix =
  /^(?:[^\p{L}\p{N}[【`"'<(@#/.-]+)?(?:[[【][^\]】]{1,40}[\]】]\s*[:：-]?\s*|(?:bug(?: report)?|feature(?: request)?|question|regression|documentation|suggestion|idea|improvement|enhancement|request|req|rule (?:suggestion|request|proposal)|(?:user )?story|task|fr|rfe)(?:\s*[:：]\s*|\s[–—-]\s))/iu
/** `🐛 App crashes`, `:bug: App crashes`, `(Security advisory) …`. */
const signs = /^(?:[\p{Extended_Pictographic}\uFE0F\u200D]{1,6}|:[a-z_]{2,30}:|\([\p{L} ]{3,30}\)(?= ))\s*/u

/** `chore(deps): bump x`, as commits are titled; what is left begins with a verb. */
const commitType = /^(?:feat|chore|perf|refactor|build|ci|deps|style|tests?)(?:\([^()]{1,40}\))?!?:\s*(?=\p{L})/iu

const collecting =
  /^\W*(?:this (?:is (?:the |an? )?)?)?(?:epic|umbrella|meta|tracking)(?:[- ](?:issue|ticket|epic))? (?:issue )?(?:is )?(?:to (?:track|collect|group|cover)|for\b|tracks?\b|tracking\b|accomplishes|covers|collects|groups|holds|lists)/i

const thingToHave =
  /^(?:feature )?requests? (?:for|to) \w|^(?:the |an? |add(?:ition(?:al)?)? )?(?:ability|option|possibility|way|support|toggle|setting)(?:\/\w+)? (?:to|for|of) \w/i
/** `Download support for episodes` */
const supporting = /^(?:\w+ ){1,3}support (?:for|of) \w|^(?:[\w./-]+ ){1,4}support$/i
const deniesSupport =
  /\b(?:no|not|missing|lacks?|lacking|broken|bad|poor|drop|remove|without|end of|wrong|is|are|does|has)\b/i

/** `Ability to filter by date`, `Support for IPv6`: something is to be had. */
export function namesWish(title: string): boolean {
  const plain = plainTitle(title)
  return thingToHave.test(plain) || (supporting.test(plain) && !deniesSupport.test(plain))
}

/** Its first words say that it holds other issues together. */
export function saysCollection(sentence: string): boolean {
  return collecting.test(sentence)
}

export function issueKind(title: string): IssueKind {
  return kinds.find(({ pattern }) => pattern.test(title))?.kind ?? 'other'
}

/** `[addtool] grype` says less without what stands before it. */
function withoutPrefix(title: string): string {
  const rest = title.replace(prefix, '')
  const isNamed = /^\[\p{L}[\p{L} ]{0,40}\]/u.test(title) && issueKind(title) === 'other'
  return isNamed && rest !== title && !/\s/.test(rest.trim()) ? title : rest
}

/** The title without `[Bug]: `, `🐛 Bug report:` and their like. */
export function plainTitle(title: string): string {
  const plain = withoutPrefix(withoutPrefix(title.slice(0, 500)))
    .replace(commitType, '')
    .replace(/^[,;:–—-]+\s+(?=\S)/, '')
    .replace(/^(?:BUG|FEATURE|ISSUE|PROBLEM|REQUEST)\s+(?=\p{Lu})/u, '')
    .replace(/ [([](?:feature request|enhancement|bug|question)[)\]]$/i, '')
  const rest = withoutEnd(plain.replace(signs, '').trim())
  return rest === '' ? plain.trim() : rest
}

function withoutEnd(text: string): string {
  return text.replace(/(?<![.])[.:。：]\s*$/, '')
}

/** It says of a title's words what is to become of them. */
export function isOfTitle(statement: string, title: string): boolean {
  const said = withoutEnd(withoutGone(statement))
  const plain = withoutEnd(title)
  return (
    said !== '' && [plain, plain.replace(/\bno longer /i, '')].some((one) => one.endsWith(said) || said.endsWith(one))
  )
}
