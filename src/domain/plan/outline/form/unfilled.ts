import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'

/** Code says what it says, and a link names where it leads. */
const meant = /`[^`\n]*`|!?\[[^\][\n]*\]\([^)\n]*\)|\[[ xX]\]/g
/** `[role]`, `<what should have happened>`, `{{ summary }}`: words of a template in the place of the author's. */
const slots = /\[[\p{L}][^\][\n]{0,120}\]|<[\p{Ll}][\p{L} ,'’/-]{1,120}>|\{\{?[^{}\n]{1,80}\}?\}/gu
/** What a line is to be filled in by hand on: `Given ___ when ___`. */
const blank = /(?<![\p{L}\p{N}*])_{3,}(?![\p{L}\p{N}*])/u
/** Of several in a sentence each is one that templates have: `/users/{id}/posts/{post}` and `<header>` are meant. */
const generic =
  /^[[<{]{1,2}\s*(?:(?:an?|the|your|some|specific|type of|kind of|desired|expected|initial) [\p{L} ,'’/-]{1,100}|\p{L}+ \p{L}+ [\p{L} ,'’/-]{1,100}|role|user(?: type)?|type|persona|actor|action|goal|benefit|feature|functionality|reason|value|outcome|result|context|preconditions?|conditions?|event|trigger|something|what|why|who)\s*[\]>}]{1,2}$/iu
const emptied = /^[\s\p{P}\p{S}]*$/u

/** What a template calls the things that it asks for. */
const asked =
  '(?:acceptance|criteri(?:a|on)|expect(?:ed|ation)s?|(?:should|must|would|did|does) (?:happen|hold)|behaviou?rs?|bugs?|issues?|problems?|features?|solutions?|requests?|tasks?|steps|goals?|details?|screenshots?|(?:what|how|why) (?:(?:did|do|would) )?you|your|here)'
const numbered =
  '(?:another|an?|the|first|second|third|next|more|some|your|measurable|testable|specific)?\\s?(?:acceptance )?(?:criteri(?:a|on)|requirement|task|step|item|subtask|sub-task|todo|deliverable)s?(?: ?#?(?:\\d{1,2}|[a-d]|one|two|three|n))?'
const names = new RegExp(
  `^${anyOf([
    numbered,
    '(?:please )?(?:leave|keep) (?:this |it )?(?:empty|blank)\\b.{0,80}',
    '(?:optional|required|if (?:any|applicable|known|you know(?: it)?)|add more\\b.{0,40}|(?:delete|remove) (?:if|this)\\b.{0,80})',
    '(?:.{1,40} )?(?:goes|go) here|(?:your|add|put|write|type|enter|insert|fill in|list) .{1,60} here',
    '.{0,40}(?:詳細|記載|追記|入力|手順)(?:.{0,6})(?:必要です|お願いします)|(?:ここ|こちら)に.{0,60}(?:記入|記載|入力|記述|書).{0,20}|여기에.{0,60}|(?:请)?在?(?:此处?|这里)(?:描述|填写|输入|补充).{0,40}',
  ])}$`,
  'iu',
)
/** In its language a template asks for more about the issue itself, here: `この問題に関する他の文脈をここに追加してください`. */
const askingForMore = [
  '(?=.*(?:ここ|こちら|以下|下記)[にへで])(?=.*(?:この|本|その)?(?:問題|バグ|不具合|要望|文脈|コンテキスト|背景|スクリーンショット|イシュー)).*(?:ください|下さい|お願いします)',
  '該当する場合.{0,80}(?:ください|下さい)|.{0,60}明確(?:で|かつ)簡潔.{0,40}',
  '(?=.*(?:여기|아래)에)(?=.*(?:문제|버그|맥락|컨텍스트|스크린샷|이슈)).*(?:주세요|십시오|하세요|바랍니다)',
  '(?:请)?在(?:此处?|这里|下方|下面).{0,12}(?:添加|补充|填写|描述|写下?)(?:有关|关于|与|任何|其他|该|此|这个).{0,40}',
  '(?:fügen? (?:sie )?|ergänze?n?(?: sie)? |schreiben?(?: sie)? )(?=.*hier)(?=.*(?:problem|fehler|kontext|anfrage|screenshot)).*|falls zutreffend,? .{0,120}',
  '(?:ajoutez?|décri[sv]\\w*|indiquez?) (?=.*ici)(?=.*(?:problème|bogue|bug|contexte|demande|captures?)).*|(?:le cas échéant|si applicable),? ajoutez? .{0,120}',
  '(?:agreg\\w+|añad\\w+|escrib\\w+) (?=.*aquí)(?=.*(?:problema|error|contexto|solicitud|captura)).*|si (?:corresponde|es aplicable|procede),? (?:agreg|añad)\\w+ .{0,120}',
  '(?:adicion\\w+|descrev\\w+|insir\\w+) (?=.*aqui)(?=.*(?:problema|bug|contexto|solicitação|captura)).*|se aplicável,? adicion\\w+ .{0,120}',
  'aggiung\\w+ (?=.*qui)(?=.*(?:problema|bug|contesto|richiesta)).*',
  '(?=.*(?:сюда|здесь))(?=.*(?:проблем|ошибк|контекст|скриншот))(?:добавьте|опишите|укажите|напишите) .*',
]
const toReporter = new RegExp(
  `^${anyOf([
    `(?:please )?(?:describe|explain|tell (?:us|me)|outline|summari[sz]e|elaborate(?: on)?) (?!how to\\b|that\\b)(?:.{0,80}\\b)?${asked}\\b.{0,120}`,
    '(?:please )?(?:place|paste|put|drop|attach|insert|write|post|copy)\\b.{0,40}\\byour\\b.{0,60}\\b(?:here|below)\\b.{0,300}',
    '(?:please )?(?:describe|explain|tell us) what (?:currently |actually )?happen(?:s|ed)(?: (?:now|currently|instead|today|when you\\b.{1,80}))?',
    '(?:please )?(?:provide|add|list|write|enter|give|fill (?:in|out)|specify) (?:.{0,60}\\b)?(?:(?:acceptance|your|further) criteri(?:a|on)|details|(?:the|a|your) (?:detailed )?description)(?: (?:below|of .{1,60}|in .{1,40}|as .{1,40}))?',
    '(?:(?:bitte )?(?:hier )?beschreib(?:e|en sie)|décri(?:s|vez)|describ[ae] (?:aquí|lo que|tu|su))\\b.{0,160}',
    '(?:eine )?(?:klare und|kurze) .{0,40}beschreibung\\b.{0,80}|une description claire\\b.{0,120}|una descripción (?:clara|breve)\\b.{0,120}|uma descrição (?:clara|breve)\\b.{0,120}',
    ...askingForMore,
    '请(?:在)?(?:下方|下面)?(?:简要|清晰|详细)?(?:地)?(?:描述|说明|填写|补充)(?:一下)?(?:你|您|期望|预期|问题|需求|内容|实际|具体|情况).{0,40}',
  ])}$`,
  'iu',
)
/** Who names a place to write it in orders that it be written. */
const place = /`|\b(?:readme|docs?|documentation|change ?log|page|guide|manual|wiki|section|comments?|release notes)\b/i
/** `As a xxx I want to yyy`, `As a ..., I want to ...`. */
const hole = String.raw`(?:[xyz]{3,}|\.{3}|…|_{3,}|\[[^\]\n]{1,60}\]|<[^>\n]{1,60}>|\{[^}\n]{1,60}\})`
const emptyStory = new RegExp(`^\\W*as an? \\W*${hole},? i (?:want|would like|need|can)\\b`, 'i')
/** `Version: (e.g. 5.0)`, `提出的建议：xxx`. */
const example =
  /^[^:：\n]{1,40}[:：]\s*(?:[（(](?:如|例如|例|e\.?g\.?|for example|ex\.|z\. ?b\.)[^()（）]{0,60}[)）]|x{2,}|\.{3,}|…|_{3,})$/i
/** A template hides what it says in marks: italics, parentheses, a comment. */
const wrapped = /^(?:\((?<round>.{1,200})\)|<!--(?<comment>.{1,200})-->)$/u

/** `希望添加 XX 功能（记得修改该示例标题）`. */
const hanSlot = /\p{Script=Han} ?(?:XX+|xx+) ?\p{Script=Han}|(?:记得|请)(?:修改|替换|填写)(?:该|此|本)?(?:示例)?标题/u

/** The scenario that templates of Gherkin come with. */
const emptyScenario =
  /\bsome determinable business situation\b|\bsome testable outcome is achieved\b|^\W*(?:given|and|when|then)\W+(?:some|another) (?:other )?(?:pre-?condition|action)\b/i

/** A slot of a template that nobody filled in: `[What you expect to happen]`, `As a [role]`, `Given ___`, `(leave empty)`, `Task 1`. */
export function isSlot(text: string): boolean {
  if (text.length > 400) return false
  const plain = plainWords(text)
  const said = plain.replaceAll(meant, ' x ')
  if (
    emptyScenario.test(plain) ||
    hanSlot.test(plain) ||
    blank.test(said) ||
    emptyStory.test(plain) ||
    example.test(text.trim())
  )
    return true
  const open = said.match(slots) ?? []
  if (open.length > 0 && emptied.test(said.replaceAll(slots, ''))) return open.every(isLeftOpen)
  if (open.length > 1 && open.every((slot) => generic.test(slot))) return true
  return names.test(withoutWrap(plain))
}

/** A user story that nobody filled in: then nobody filled in the rest. */
export function isEmptyStory(text: string): boolean {
  return text.length <= 400 && emptyStory.test(plainWords(text))
}

/** Nobody wrote it: a slot, or what a template says to whoever fills it in ("Describe what you expected to happen"). */
export function isUnfilled(text: string): boolean {
  return isSlot(text) || (text.length <= 400 && !place.test(text) && toReporter.test(withoutWrap(plainWords(text))))
}

function plainWords(text: string): string {
  // `\\<a person who shops\\>`: whoever keeps the marks from vanishing wrote what is between them.
  return foldMarks(text.replaceAll(/\\[<>]/g, ' ').replaceAll(/[“”"]/g, ''))
    .replaceAll(/(?<![\p{L}\p{N}])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![\p{L}\p{N}_])/gu, '')
    .replace(/^`([^`]*)`$/, '$1')
    .trim()
}

function withoutWrap(plain: string): string {
  const inner = wrapped.exec(plain)?.groups
  const words = inner?.['round'] ?? inner?.['comment'] ?? plain
  return words.replace(/(?<![\s.!:…])[\s.!:…]{1,6}$/, '').trim()
}

/** `[e.g. iOS]`, and not `[Unreleased]` or `<Button>`: a name by itself may be meant. */
function isLeftOpen(slot: string): boolean {
  return /\s/.test(slot.trim()) || /^[[<{]\p{Ll}/u.test(slot)
}
