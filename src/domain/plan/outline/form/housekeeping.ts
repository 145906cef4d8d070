import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'

/** What authors say of themselves and of their issue beside a box; pieces of a pattern for the whole of it. */
const promises = [
  '(?:yes|maybe|sure|yep|nope)(?:\\b.{0,200})?|no(?:[,;.]? (?:i|we|thanks|sorry|not)\\b.*)?',
  "i(?:'m|'d|'ve|'ll)?(?: .*)?|we(?:'d|'ve|'re| have| are) .*",
  '(?:my|our) (?:code|change|pull request|pr|commit|branch|brew|setup|environment|version|issue|question)\\b.*',
  "(?:this|it|the (?:issue|bug|problem|report|request)|my (?:issue|problem))(?: \\w+){0,3} (?:is|isn't|is not|was|has|hasn't|can be|does not|doesn't) (?:(?:not|also|already|still|clearly) )?(?:an? |the )?(?:\\w+ ){0,2}(?:regression|bug|duplicate|question|breaking change|security|feature request|reproducible|reproduced|reported|related|specific|unique|valid)\\b.*",
  "(?:this|it) (?:is|isn't|is not|was) (?:not )?(?:an? |the )?(?:\\w+ ){0,2}(?:regression|bug|duplicate|question|breaking change|feature request)\\b.*",
  "there (?:is|are|isn't|aren't) (?:no|not|currently no|already|any)\\b.*\\b(?:issues?|pull requests?|duplicates?|requests?|reports?)\\b.*",
  '(?:checked|searched|followed|verified|confirmed|reviewed|tested|tried|reproduced|updated to|ran|agreed?|understood)\\b.*',
  '(?:search|look)(?:ed)?\\b.*\\b(?:issues?|duplicates?|discussions?|trackers?|documentation|docs|existing|similar)\\b.*',
  '(?:please )?(?:read|follow|agree to|review)\\b.*\\b(?:contribut\\w*|guides?|guidelines?|docs?|documentation|faq|code of conduct|readme|template|polic(?:y|ies)|rules)\\b.*',
  "(?:check|confirm|verify|make sure|ensure)(?:ed)? (?:that )?(?:there (?:isn't|is not|is no|are no)|you|this is|i\\b|the issue|it's not|no (?:similar|duplicate|existing)).*",
  '(?:comment on|claim|fork|star|subscribe to|assign yourself|join) (?:to )?(?:this|the|our|it)\\b.*',
  '(?:all |the |existing |new |unit )*(?:ci|tests?|checks?|lint(?:er|ing)?|builds?|pipelines?) (?:(?:still|all) )?(?:pass(?:es|ed|ing)?|(?:is|are) green|succeeds?)(?: .*)?',
  '(?:would be )?(?:willing|happy|able|ready|interested) to .*|\\W*click (?:on )?(?:a|this|the) checkbox .*',
  '(?:是的?|否|不是)(?:[,\\s].*)?|我(?:已|们|愿意|同意|确认|确定|想|可以|会|搜索|阅读|在|的).*|已(?:经)?(?:搜索|阅读|查阅|确认|查看).*|(?:这|本)(?:个)?(?:是|不是|问题).*|没有(?:重复|类似).*',
  '(?:はい|いいえ|私は|これは)[、,\\s]?.*|.*(?:確認|検索|同意|了承|把握)(?:し|済)(?:ました|ている|み).*|.*(?:読み|調べ|探し)ました.*|.*(?:重複|既存).{0,20}(?:ない|無い)こと.*',
  '(?:예|네|아니(?:오|요))(?:[,\\s].*)?|.*(?:확인|검색|동의|숙지)(?:했습니다|하였습니다|함|완료)?|.*읽었습니다.*',
]

/** What authors choose from, by itself: systems, kinds, levels. */
const choices = [
  '(?:bug|question|feature(?: request)?|enhancement|documentation|docs|support|regression|performance|refactor(?:ing)?|chore|others?|security|style|breaking change|new feature|bug ?fix|bug report|idea|discussion|tests?|none(?: of .*)?)(?:\\s*[(/:-].{0,80})?',
  "(?:critical|blocker|blocking|high|medium|low|major|minor|trivial|urgent|normal|cosmetic|annoyance|severe|moderate|p[0-4]|s[0-4]|always|sometimes|rarely|once|never|don't know.{0,20})(?: (?:severity|priority|impact))?(?:\\s*[(,/:–-].{0,80})?",
  '(?:windows|mac ?os(?: x)?|os x|linux|ubuntu|debian|fedora|arch|android|ios|ipados|chrome(?:ium)?|(?:mozilla )?firefox|safari|(?:microsoft )?edge|opera|brave|internet explorer|docker|kubernetes|npm|yarn|pnpm|bun|deno|node(?:\\.js)?|desktop|mobile|tablet|staging|production|other .{1,30})(?:[\\s,/]*(?:v?\\d[\\w.]*|latest|x64|arm64|\\(.{0,40}\\))){0,3}',
  '(?:严重|一般|轻微|致命|高|中|低|其他|バグ|質問|その他|고|중|저|버그|기타)(?:[\\s(].{0,40})?',
]

/** Files to be attached to a report. */
const attachments = [
  '(?:(?:\\w+ )?(?:log|project|debug|crash|config(?:uration)?|settings|model|save|dump|trace|screenshot)s?(?: files?| logs?| dumps?)?|screenshots?|(?:screen )?recordings?|videos?)(?:\\s*\\(.{0,80}\\))?',
]

const promise = new RegExp(`^${anyOf(promises)}$`, 'iu')
const choice = new RegExp(`^${anyOf([...choices, ...attachments])}$`, 'iu')
const longest = 400

/** The words of a box that promise, confirm or offer, as issue forms have it: nothing to be done in the repository. */
export function isPromise(text: string): boolean {
  return text.length <= longest && promise.test(plainStatement(text))
}

/** A box that one of several is chosen by: `macOS`, `Minor`, `Bug report`. */
export function isChoice(text: string): boolean {
  return text.length <= longest && choice.test(plainStatement(text))
}

function plainStatement(text: string): string {
  return foldMarks(text)
    .replaceAll(/\[([^\][]{0,100})\]\([^)\s]{0,300}\)/g, '$1')
    .replaceAll('’', "'")
    .replaceAll(/[*_`"“”]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[\s.!]{1,20}$/, '')
}
