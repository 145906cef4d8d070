import { anyOf } from '../../../text/any-of.ts'

const version = String.raw`v?\d[\w.-]{0,20}`
const released = `(?:package|release|version|crate|gem|image|docs|site|it|${version})`
const registry =
  '(?:npm|pypi|crates\\.io|maven|docker ?hub|rubygems|nuget|the registry|github|production|staging|main|master|origin)'

/** Tags, pushes, publications, announcements, and what is done with pull requests. */
const acts = new RegExp(
  `^${anyOf([
    '(?:create|make|cut|draft|add|push)(?: and push)? (?:an? |the )?(?:new )?(?:git |github |annotated |signed ){0,2}(?:tags?|releases?)\\b(?! (?:notes?|script|workflow|page|branch))',
    `(?:git )?tag(?: (?:the )?(?:release|version|commit|it|${version}))?$`,
    'commit(?: it| (?:the |all )?changes)?,? (?:and|&) (?:(?:add|create|push|make) )?(?:an? |the )?(?:git )?tag\\b.*',
    'push (?:the )?(?:git )?(?:tags?|commits?|changes|branch(?:es)?|everything|it|release)\\b',
    `(?:push|publish|release|deploy|upload|ship)(?: (?:the |a )?(?:new )?${released})? (?:to|on|at) ${registry}\\b`,
    `(?:publish|release|deploy|ship)(?: (?:the )?(?:new )?${released})?$`,
    'run (?:the |all |full |our ){0,2}(?:unit |integration |e2e )?(?:tests?|test suite|ci|checks)\\b',
    '(?:review|merge) (?:the |all |open |merged |pending ){0,2}(?:prs?|pull requests?)\\b',
    '(?:close|delete) (?:the |this )?(?:milestone|issue|branch)\\b',
    'commit (?:post-release |the |all ){0,2}changes\\b',
    'verify publication\\b',
  ])}`,
  'i',
)
/** What was published, deployed or advertised stands in no branch. */
const brought =
  '(?:packages?|lib(?:rary|raries|s)?|modules?|plugins?|releases?|versions?|website|site|docs|documentation|artifacts?|binaries|builds?|crates?|gems?|wheels?|app|(?<=(?:the|an?|our|this|new) )(?:website |blog ?|release )?(?:changes|updates?|announcement|(?:blog ?)?post|article|notes))'
const brings = new RegExp(
  `^${anyOf([
    `(?:publish|release|deploy|ship)(?: (?:the|an?|our|this|all|new|latest|final|updated|basic|core|main|first|website|npm|docker)){0,4} ${brought}(?: (?:to|into|on|in|at|for|via|from) .*)?$`,
    '(?:advertise|promote|publici[sz]e) (?:the |our |this )?(?:new |latest )?(?:release|version|project|launch|website)\\b',
    '(?:announce|tweet|blog|notify|e-?mail)\\b(?! (?:service|handler|component|endpoint|page|test))',
    '(?:post|share)\\b.* (?:on|to|in) (?:our |the )?(?:twitter|mastodon|bluesky|reddit|slack|discord|linkedin|social media|mailing list|forum|newsletter|hacker news)(?: (?:channel|group|thread)s?)?$',
  ])}`,
  'i',
)
/** What is to come of itself is made by a file: `Deploy the docs on every push`. */
const byItself =
  /`|\b(?:automatic\w*|every|each|workflows?|actions|pipelines?|when(?:ever)?|if|on (?:push|merge|tag)|buttons?|links?|screen readers?)\b/i
const looks = /^(?:verify|check|confirm|ensure|make sure)\b/i
const atReleases = /\b(?:publish(?:ed)?|publication|released?|deploy(?:ed|ment)?|ci|cd|pipeline)\b/i
const went = /\b(?:succe\w{1,12}|pass(?:es|ed)?|green|live)\b/i

/** An open box for people, which no branch can hold: `Push the tag`, `Verify that the publication succeeded`. */
export function isDoneElsewhere(text: string): boolean {
  const plain = text
    .slice(0, 300)
    .replaceAll(/[*_]{2}/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/(?:\s[:;]-?[)D(])?$/, '')
    .replace(/(?<![.!])[.!]{1,3}$/, '')
  return (
    acts.test(plain) ||
    (brings.test(plain) && !byItself.test(plain)) ||
    (looks.test(plain) && atReleases.test(plain) && went.test(plain))
  )
}
