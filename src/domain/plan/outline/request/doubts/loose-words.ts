import { countTelling, namesParticular } from '../sentences/count-telling.ts'

/** It takes too long, or too much: of that nobody can say that it is gone before somebody says how much is enough. */
const slow =
  /\b(?:slow(?:s|ed|er|ly|ness|down)?|sluggish|laggy|(?<!\b(?:consumer|offset|group|replica|replication|have|time) )lags?(?! (?:time|metrics?|for|of)\b)(?!_)|lagging|(?<!\b(?:play|playback|playing|wind|fan|typing|text|video|audio) )speed(?!(?:-|ing)| (?:controls?|options?|settings?|select\w*|slider|buttons?|menu|features?|range|values?|multiplier|up\b))|performance|unresponsive)\b|\b(?:takes?|taking|took|needs?) (?:\w+ ){0,2}?(?:long(?:er)?|ages|forever|minutes|hours|time|a while)\b|\b(?:high|huge|excessive|too much) (?:\w+ )?(?:cpu|memory|ram|load|latency)\b|慢|卡顿|性能|遅い|重い|느(?:림|려|립)/i
/** What is no property of speed: `speed dial`, `Slow query log`. */
const ofName =
  /\b(?:slow (?:query|log|mode|motion|start|tests?)|speed ?(?:dial|test|limit)|performance (?:test|tab|page|panel|api|monitor|review)\w*)\b/gi
/** So much is allowed, or it was so before. */
const target =
  /\b(?:should|must|at most|less than|no more than|within|below|under)\b[^.]{0,60}\d|\bO\(|\b(?:quadratic|exponential(?:ly)?|linear(?:ly)?)\b|\bonly after\b|\bregress\w*|\bsince v?\d|\bthan (?:in |with |on )?(?:v(?:ersion)? ?)?\d/i

/** Something is slow, and no word says how fast is fast enough. */
export function isSlowness(text: string): boolean {
  const said = text.replaceAll(/`[^`\n]*`|"[^"\n]*"/g, ' x ').replaceAll(ofName, ' ')
  return slow.test(said) && !target.test(said)
}

const anyFault =
  /\b(?:(?:unexpected|unknown|strange|weird|random|some|an?|generic|internal) ){1,2}(?:\w+ )?(?:errors?|exceptions?|problems?|issues?|bugs?)\b(?! (?:message|code|page|handl|report))/i
const facing =
  /^(?:facing|having|experiencing|running into)\b.{0,20}\b(?:issues?|problems?|troubles?|errors?|difficult(?:y|ies))\b/i
/** `启动报错`, and nothing that it says. */
const anyChinese =
  /^[\w\s]{0,16}(?:启动|运行|打开|安装|更新|升级|使用|登录|部署)?(?:时|后|就|总是|一直)?(?:报错|出错|有错误|异常)[。!！]?$/
const flaky = /\bflak(?:y|iness|es|ing)\b|\bintermittent(?:ly)?\b/i
const ofTests =
  /\bflak|\b(?:tests?|specs?|suites?|builds?|ci|jobs?|pipelines?|checks?|fail(?:s|ed|ing|ures?)?|errors?)\b/i
const oneTest = /\b\w+ test (?:which|that|of|for)\b|\w_\w|[a-z][A-Z]|\w\.\w{2,}/

/** It tells of some error, or of tests that are flaky, and doesn't say which: `An unexpected error on start`. */
export function isUnnamed(text: string): boolean {
  if (namesParticular(text)) return false
  if (anyChinese.test(text)) return true
  if (flaky.test(text) && ofTests.test(text)) return !oneTest.test(text)
  return anyFault.test(text) || facing.test(text)
}

/** How much is enough, no word says; or it names no more than that something is written here. */
const withoutMeasure =
  /\b(?:better|faster|quicker|easier|easily|nicer|cleaner|smoother|simpler|friendl(?:y|ier)|intuitive(?:ly)?|performance|improve(?:ments?)?|enhancements?|issues?|problems?|questions?|suggestions?|roadmap|stuff)\b|^(?:enhance|optimi[sz]e|refactor|clean|rework|simplify|polish|redesign|help)\b|优化|改进|完善/i

export function lacksMeasure(text: string): boolean {
  return withoutMeasure.test(text)
}

const qualities =
  '(?:clean(?:ed)?(?:[- ]?up)?|tid(?:y|ied)(?: up)?|updated?|improved?|refactor(?:ed)?|rework(?:ed)?|revised?|review(?:ed)?|polish(?:ed)?|moderni[sz]ed?|optimi[sz]ed?|enhanced?|simplif(?:y|ied)|reorgani[sz]ed?|address(?:ed)?|handled? better|increased?|reduced?|raised|lowered|extended)'
const loose = new RegExp(
  `\\b(?:should|must|needs?|have|has|ought) (?:to )?(?:really |also |all |still |probably )?be (?:\\w+ly )?${qualities}\\b(?! (?:to|so|such|by|with|when|in order|from|into|for|every|after|on (?:every|each))\\b)`,
  'i',
)

/** `This feature could be used with it`: which, only what stands around it says. */
const pointsBack = /^(?:this|that|such an?) (?:feature|functionality|option|change|idea|possibility)\b/i
const ofPointing = 3

/** `The links need to be updated`: to what, nobody knows. */
export function isLoose(text: string): boolean {
  if (pointsBack.test(text) && countTelling(text) < ofPointing) return true
  return loose.test(text) && !namesParticular(text)
}

const looseOrder =
  /^(?:please )?(?:improve|optimi[sz]e|enhance|polish|tidy(?: up)?|clean(?:[- ]?up)?|refactor|simplify|moderni[sz]e|speed up|harden|rework|(?:fix|solve) (?:the |all |some |any |remaining |known |minor |other )*(?:bugs?|issues?|problems?|errors?|things))\b/i
const ends = /\b(?:to|so|by|with|until|when|from|into|instead|using|via|where|that|which)\b|\d|:/i
/** Of so many words behind the verb none names what is to come of it. */
const mostWords = 3

/** `Improve performance`, `Clean up the code`: a task that could come to anything. */
export function isLooseTask(text: string): boolean {
  const plain = text.replaceAll(/[*_]{2}/g, '').trim()
  const order = looseOrder.exec(plain)?.[0]
  if (order === undefined || namesParticular(plain)) return false
  const rest = plain.slice(order.length).trim()
  const words = rest
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:the|our|all|some|and|of|a|an|overall)$/i.test(word))
  return !ends.test(rest) && words.length <= mostWords
}
