import { withoutGone } from './no-longer.ts'

/** What the marks before a title say the issue is. */
export type IssueKind = 'bug' | 'question' | 'feature' | 'proposal' | 'collection' | 'other'

const kinds: readonly { kind: IssueKind; pattern: RegExp }[] = [
  {
    kind: 'question',
    pattern: /^\W*(?:question|q|inquiry|enquiry|support|help|usage|how ?to|提问|咨询|质问|質問|질문)\s*[\]】:：)]/i,
  },
  { kind: 'proposal', pattern: /^\W*(?:rfc|rfd|proposal|discussion|poll|idea)\b[\]】:：)\s]/i },
  {
    kind: 'collection',
    pattern:
      /^\W*(?:tracking(?: issue)?|meta|umbrella|epic|roadmap|dependency dashboard)\b(?:[\]】:：)\s]|$)|\b(?:release notes|changelog|what['’]s new)\s*$/i,
  },
  {
    kind: 'feature',
    pattern: /^\W*(?:feature(?: request)?|feat(?:\([^()]{1,40}\))?|enhancement|improvement|wish)\s*[\]】:：)]/i,
  },
  {
    kind: 'bug',
    pattern:
      /^\W*(?:bug(?: report)?|regression|crash|flak(?:y|ing)(?: test)?|failing test|defect|ice|panic|fix|缺陷|故障|バグ|不具合|버그)(?:\s*[\]】:：)]|\s[–—-]\s)/iu,
  },
]
const prefix =
  /^(?:[^\p{L}\p{N}[【`"'<(@#/.-]+)?(?:[[【][^\]】]{1,40}[\]】]\s*[:：-]?\s*|(?:bug(?: report)?|feature(?: request)?|question|regression|documentation)(?:\s*[:：]\s*|\s[–—-]\s))/iu

/** `chore(deps): bump x`, as commits are titled; what is left begins with a verb. */
const commitType = /^(?:feat|chore|perf|refactor|build|ci|deps|style|tests?)(?:\([^()]{1,40}\))?!?:\s*(?=\p{L})/iu

export function issueKind(title: string): IssueKind {
  return kinds.find(({ pattern }) => pattern.test(title))?.kind ?? 'other'
}

/** The title without `[Bug]: `, `🐛 Bug report:` and their like. */
export function plainTitle(title: string): string {
  return title.slice(0, 500).replace(prefix, '').replace(commitType, '').trim()
}

/** It says of a title's words what is to become of them. */
export function isOfTitle(statement: string, title: string): boolean {
  const said = withoutGone(statement)
  return (
    said !== '' && [title, title.replace(/\bno longer /i, '')].some((one) => one.endsWith(said) || said.endsWith(one))
  )
}
