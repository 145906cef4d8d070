import { judgeStatement } from '../../score/judge-statement.ts'
import { namesWork } from '../words/find-reason-to-decline.ts'
import type { Passage } from './gather-passages.ts'
import { countTelling, namesParticular } from './sentences/count-telling.ts'

/** From so many telling words on, what is wrong or to be done is something in particular. */
const ofTrouble = 3
const ofOpinion = 6
const ofWork = 2
/** A title alone says what is to come of it from here on; a shorter one needs a text that tells as much. */
const ofTitle = 5
const ofText = 6
/** To fix, improve or update may be anything, and issues that are to be written are no change: more must be said. */
const wideVerbs =
  /^\W*(?:create|open|write) (?:\w+ ){0,3}(?:issues|tickets|tasks|cards)\b|^\W*(?:please )?(?:fix|improve|update|refactor|clean|optimi[sz]e|enhance|handle|polish|simplify|modernize|rework|restructure)\b|^(?:修复|改进|优化|完善|更新|重构|调整)/i
/** What one person thinks of it. */
const opinion =
  /\b(?:confusing|bad|ugly|shit(?:ty)?|crap(?:py)?|(?<!(?:outputs?|prints?|returns?|shows?|gives?|displays?|reads?|contains?|as|with|is|gets?) )garbage(?! (?:collect|data|text|values?|output|chars?|characters))|trash|worst|terrible|awful|annoying|horrible|sucks?|weird|poor|inconsistent|unclear|unhelpful|frustrating|useless|hard to|difficult to)\b/i
/** Nobody could tell that it is so no longer: `Every update breaks something`. */
const anyTrouble =
  /\b(?:break|broke|fail|ruin|destroy|mess|crash|change)\w* (?:up )?(?:something|anything|everything|stuff|things?)\b|\b(?:any|every|all) (?:functions?|features?|buttons?|things?|actions?) (?:will |would )?(?:cause|give|throw|fail|crash|break)\w*\b|\b(?:nothing|everything) (?:\w+ )?(?:works?|worked|breaks?|broke|fails?|crashe[sd]|broken)\b/i
const denies =
  /\b(?:doesn['’]t|does not|isn['’]t|is not|don['’]t|do not|aren['’]t|fails?|can['’]t|cannot|won['’]t|never)\b|\b(?:incorrectly|wrongly|improperly|infinite loop|memory leak|crash(?:es)?|deadlock|failures?|freeze)\W*$/i
/** `Delete searches that do not return anything`: which ones. */
const ofWhich = / (?:that|which|who) .*$/i
const orders = /^(?:please )?(?:fix|prevent|avoid|handle|stop|warn|ensure|make|reject|throw|add|allow|remove|do)\b/i

/** `Show / Hide are shown wrongly`, `Test email appears twice`: what begins like an order may be a name. */
const told =
  /^(?!(?:\S+ ){0,4}(?:that|which|who|if|when|how|what|where|why|so|to|for|the|an?)\b)(?:\S+ ){1,4}(?:(?:is|are|was|were|gets|does|has|seems|looks) \w|(?:appears|disappears|happens|occurs|crashes|hangs|stays|remains|shows|stops|goes|takes)\b)/i

/** `build failed`, `Update crashes`. */
const failed =
  /^\W*(?!(?:prevent|avoid|stop|fix|handle|ignore|report|detect|delete|remove|retry|skip|hide|show|drop|clear|mark|list)\b)\w+ (?:(?:is |has |was |keeps? )?(?:fail(?:s|ed|ing)?|broken?|crash(?:es|ed|ing)|hang(?:s|ing)?|breaks|stopped|stuck|errors? out|throws))\b/i
/** `Save button in the editor`: what does something, and no order to do it. */
const control =
  /^\W*(?:save|print|sort|filter|log|load|send|report|split|merge|reset|show|hide) (?:\w+ )?(?:button|dialog|menu|icon|checkbox|dropdown)\b/i

/** What a program is to do by itself, and a user may do as well: an order only where it is told when. */
const ofProgram =
  /^\W*(?:close|open|collapse|scroll|focus|select|jump|play|pause|start|run|ask|check|count|draw|fill|follow|list|lock|pick|read|redirect|refresh|repeat|search|share|submit|sync|watch|zoom) .{0,80}?\b(?:if|when|whenever|on (?:click|hover|start|exit|save)|after|before|instead|by default|automatically)\b|^\W*(?:automatically|optionally|properly|correctly|periodically|gracefully) [a-z]{2,}(?<!s|ed|ing) \w/i

/** `Extract notes: text not extracted`, `raise RuntimeError("no tree")` */
export const failing =
  /^[^:]{3,40}: .*\b(?:not|n['’]t|fails?|never|crash\w*|broken)\b|^raise \w+(?:Error|Exception)\b|\bfail(?:ed|s) with\b|^render(?:ing)? (?:artifacts?|issues?|problems?|bugs?|errors?|glitch\w*)\b/i

/** `Add a --json flag`; `Upgrade guide does not mention x` begins with a noun. */
export function titleNamesWork(title: string): boolean {
  // `Snapshots: support backups`
  const order = title.replace(/^[^:：]{1,40}[:：] (?=[a-z]{2,} )/i, '')
  return (
    (namesWork(title) || namesWork(order) || ofProgram.test(order)) &&
    !told.test(title) &&
    !failing.test(title) &&
    !failed.test(title) &&
    !control.test(title) &&
    (orders.test(title) || !denies.test(title.replace(ofWhich, '')))
  )
}

/** What `Update` and its like are to come to. */
const outcome = /\b(?:to|by|with|when|if|instead|so)\b|[改升更].{0,20}[为成到]/i

/** An order that could come to anything: `Update the README`. */
export function isWide(title: string): boolean {
  return wideVerbs.test(title) && !outcome.test(title) && !namesParticular(title) && countTelling(title) < ofTrouble
}

/** Title and text together say what is to come of an order: `Add a --json flag`; of `Update the README` nobody could tell. */
export function saysEnoughOfWork(title: string, passages: readonly Passage[]): boolean {
  return saysOutcome(title) || (countTelling(title) >= 1 && countTold(passages) >= ofText)
}

/** What is wrong is named, and is to be gone: `Fix the typo in the README`, not `Fix some bugs`. */
const mending =
  /^\W*(?:please )?fix(?! (?:\w+ ){0,2}(?:issues?|bugs?|problems?|errors?|things?|everything)\b)|^(?:修复|修正)/i

/** That it is gone anybody can see. */
const removing = /^\W*(?:please )?(?:drop|remove|delete|rename|revert)\b|^(?:删除|移除|去掉)/i

/** `Set the default to 23300 instead of 21000`. */
const replaces = /\w (?:instead of|rather than) (?:an? |the )?[\w`"']/i

/** The title alone says what is to be had. */
export function saysOutcome(title: string): boolean {
  if (mending.test(title) && countTelling(title) >= ofTrouble) return true
  if (
    namesVersion(title) ||
    (replaces.test(title) && countTelling(title) >= ofTrouble) ||
    (removing.test(title) && countTelling(title) >= ofWork)
  )
    return true
  if (wideVerbs.test(title) && !outcome.test(title)) return false
  // It is told when: that can be tried.
  if (/\b(?:if|when|whenever|unless)\b/i.test(title) && countTelling(title) >= ofTrouble) return true
  return namesParticular(title) || (!wideVerbs.test(title) && countTelling(uncapitalise(title)) >= ofTitle)
}

/** `Bump braces from 3.0.2 to 3.0.3`: no text says more than that. */
function namesVersion(title: string): boolean {
  return /\b(?:to|from) v?\d+(?:\.\d+)+/i.test(title)
}

function countTold(passages: readonly Passage[]): number {
  const silent: readonly string[] = ['reproduction', 'environment', 'promises', 'choices']
  const told = passages.filter(({ part }) => !silent.includes(part)).slice(0, 20)
  return told.reduce((sum, { text, shown }) => sum + countTelling(text) + countTelling(shown), 0)
}

/** In A Title Like This No Word Is A Name. */
function uncapitalise(title: string): string {
  const words = title.match(/[a-z]{4,}/gi) ?? []
  return words.every((word) => /^[A-Z]/.test(word)) ? title.toLowerCase() : title
}

/** A title that names a thing to have: `Dark theme`. */
export function namesThing(title: string): boolean {
  return countTelling(title) >= ofWork
}

/** `这个错误怎么解决`: asked without a mark. */
const asksChinese = /(?:怎么|如何|怎样|咋)(?:办|解决|回事|处理|弄|搞|修复?|避免)|(?:什么|啥)(?:原因|问题|情况|意思)$/

export function isNoOpinion(text: string): boolean {
  return !opinion.test(text)
}

/** `Pairing does not work when both are paired`: that can be tried. */
const failsWhen =
  /\b(?:not|n['’]t) work\w*\b.*\b(?:when|if|while|after|before|without|unless|under|with|on|in|for|using|via|from)\b|\b(?:when|if|while|after|before|without|unless)\b.*\b(?:not|n['’]t) work/i

const plainlyFails =
  /^(?:\S+ ){2,6}(?:(?:does|do|will|is|are|did)(?: not|n['’]t)|won['’]t|can['’]?not|can['’]t|no longer) (?:\w+ )?(?:works?|working|opens?|starts?|loads?)\W*$/i

/** What is wrong is something in particular, and more than an opinion or praise of something else. */
export function isSpecificTrouble(said: string): boolean {
  if (anyTrouble.test(said) && !namesParticular(said)) return false
  // Who shouts names nothing by it.
  const text = /\p{Ll}/u.test(said) ? said : said.toLowerCase()
  // `Setting macros won't work`
  if (plainlyFails.test(text) && countTelling(text) === ofWork) return true
  if (
    /[?？]$/.test(text) ||
    asksChinese.test(text) ||
    countTelling(text) < (opinion.test(text) ? ofOpinion : ofTrouble)
  )
    return false
  return judgeStatement(text).concrete || namesParticular(text) || failsWhen.test(text)
}
