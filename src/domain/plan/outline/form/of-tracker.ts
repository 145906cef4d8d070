import { anyOf } from '../../../text/any-of.ts'

const things =
  '(?:issues?|tickets?|pull requests?|prs?|milestones?|epics?|user stories|sub-?tasks?|trackers?|backlogs?|sprints?|(?:follow[- ]?up|child|linked) \\w+)'
const states =
  '(?:open|opened|closed|created|filed|raised|triaged|linked|checked|labell?ed|moved|merged|groomed|estimated|prioriti[sz]ed|assigned|tracked|verified|audited|actionable|non-duplicative|superseded|duplicates?)'
/** What becomes of issues and their like: a branch holds none of them. */
const kept = new RegExp(
  anyOf([
    `^(?:\\S+ ){0,4}?${things}\\b(?:[\\w /-]{0,60}?)\\b(?:(?:should|must|will|shall) be|is|are|has been|have been|gets?|get) (?:all )?${states}\\b`,
    `^(?:every|each|all)\\b.{0,40}\\b${things}\\b.{0,40}\\b(?:has|have|closes?|gets?|references?|links?)\\b`,
    `\\b(?:user )?stor(?:y|ies)\\b.{0,80}\\b(?:sprint|backlog)\\b|\\b(?:in|into|from) (?:the |this |next )?(?:sprint|backlog|milestone)\\b`,
    `^(?:close|open|triage|groom|file|create|label|link|audit|review) (?:\\S+ ){0,4}?${things}\\b`,
    `^(?:zero|no) (?:\\S+ ){0,3}?(?:p[0-3]s?\\b|blockers|open issues)`,
    `\\b(?:issues|release|audit|report|epic) (?:remain|summari[sz]es)\\b`,
  ]),
  'i',
)

/** It is about what becomes of issues, pull requests and sprints, and of no file: `Superseded issues are closed`. */
export function isOfTracker(text: string): boolean {
  return kept.test(text.slice(0, 300).replace(/^[^\p{L}]+/u, ''))
}

const people =
  '(?:\\d+ |one |two |an? |the |some )?(?:mentors?|maintainers?|reviewers?|code ?owners?|team|lead|stakeholders?|product owner|po|qa|admins?|designers?)'
/** What people say of the work, once there is some. */
const signs = new RegExp(
  `^${anyOf([
    `(?:approv(?:al|ed)|sign(?:ed)?[- ]?off|accepted|reviewed|review|merged|tested|qa'?d?)(?: (?:by|from|of) ${people})?`,
    '(?:the |this )?(?:issue|ticket|card|story)(?: (?:is|has been|gets))? (?:moved|closed|marked|set)(?: (?:to|as|in|into) .{0,40})?',
    '(?:the |all )?(?:code|pr|pull request|changes?|work|branch)(?: (?:is|has been|are|gets?))? (?:peer[- ])?(?:reviewed|approved|merged|opened|submitted)(?: .{0,60})?',
    '(?:peer|code) review(?: (?:is )?(?:done|completed?|passed))?',
    'all (?:of )?(?:the )?(?:above |required |listed )*(?:items?|tasks?|boxes|criteria|acceptance criteria|requirements)(?: above)? (?:are|is|have been) (?:completed?|done|met|checked|fulfilled|satisfied)',
    '(?:demoed|presented|shown)(?: (?:to|at) .{0,40})?',
    `(?:the )?(?:detailed |further |exact |acceptance )*criteria (?:(?:should|must|will|shall) be|are|to be) (?:defined|agreed|added|specified)(?: (?:by|with) ${people})?(?: (?:before|later|when|during|once)\\b.{0,60})?`,
  ])}$`,
  'i',
)

/** Boilerplate of a definition of done, which the product asks for by itself: `Approval by 1 mentor`. */
export function isSignOff(text: string): boolean {
  return signs.test(
    text
      .slice(0, 200)
      .replaceAll(/[*_`]/g, '')
      .replace(/^[^\p{L}\d]+/u, '')
      .replace(/(?<![.!])[.!]{1,3}$/, '')
      .trim(),
  )
}

/** `Fix crash`, `The bug is fixed`: no more than that it is done. */
export function isOnlyMended(text: string): boolean {
  return /^\W*(?:fix(?:es|ed)? (?:the |this )?(?:crash|bug|issue|problem|error)|(?:the |this )?(?:bug|issue|problem|crash|error) (?:is|has been|gets?) (?:fixed|resolved|solved|gone)|(?:解决|修复)(?:这个|此|该)?(?:问题|bug))\W*$/i.test(
    text,
  )
}

const link = String.raw`(?:<?https?:\/\/\S{1,500}|!?\[[^\]\n]{0,200}\]\([^)\s]{1,500}\))`
const links = new RegExp(`^(?:[*_]{0,2}[^:\\n]{1,40}[:：][*_]{0,2}\\s*)?${link}(?:[\\s,;]+${link}){0,9}$`, 'i')

/** `Video: https://…`: it shows something, and says nothing. */
export function isLinkLine(text: string): boolean {
  return text.length <= 2_000 && links.test(text.trim())
}
