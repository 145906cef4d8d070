import { anyOf } from '../../../../text/any-of.ts'
import { asksForWork, isQuestion } from '../../words/find-reason-to-decline.ts'
import { changeVerbs } from '../../words/request-words.ts'
import { asOrder } from '../../words/verbs/as-order.ts'

const wishing =
  /^wish (?=you|there|it|we)|^(?:i (?:think|believe|guess) )?(?:(?:(?:it|that|this)(?:['’]d|['’]ll| will| would)|would) (?:also )?be (?:\w+ ){0,2}\w+ (?:if(?: it (?:was|were|would be) possible)?|to have(?! (?:it|this|that|them|these|those)\b)|to see|when)|i(?:'d| would)? (?:really )?(?:like|love|want|wish) (?:it if|if|to see|that|to have(?! (?:it|this|that|them|these|those)\b)))\s+/i
/** `It would be nice to add …`: an order, with praise before it. */
const praised = new RegExp(
  `^(?:(?:i (?:think|believe|guess)|imo),? )?(?:it|this|that)(?:['’]d| would|['’]ll| will)(?: also)? (?:be (?:\\w+ ){0,2}(?:nice|great|good|helpful|useful|cool|awesome|better|best|handy|lovely|convenient|ideal)(?: (?:feature|addition|idea|thing|improvement|option))?|make (?:more |much )?sense)(?: for [^,.]{1,100}?)? to (?=${anyOf(changeVerbs)}\\b)`,
  'i',
)
/** `A button to export themes would be nice.` */
const praising =
  /(?<=\S{2}) (?:would|might|could|will) (?:also )?be (?:(?:very|really|so|super|much|greatly|highly|big time|most) ){0,2}(?:nice|great|good|helpful|useful|cool|awesome|handy|lovely|appreciated|welcome|ideal|sweet)(?: to have)?(?=[.!]?$)/i
/** `Adding a flag` of such a thing: *Add a flag*. */
const gerund = new RegExp(
  `^(${anyOf(changeVerbs.map((verb) => `${verb.replace(/e$/, '')}(?:[bdglmnprt])?ing`))})(?= (?:an?|the|some|more|support|\\S+ (?:to|for|support)|[\\w-]+ [\\w-]+))`,
  'i',
)
const ofGerund = new Map<string, string>(
  changeVerbs.flatMap((verb) => {
    const stem = verb.replace(/e$/, '')
    return [[`${stem}ing`, verb] as const, [`${stem}${stem.at(-1) ?? ''}ing`, verb] as const]
  }),
)

/** `For better readability, …`: why, and nothing that could be looked at. */
const purpose = /^for (?:better|improved|easier|more) [\w ]{3,40}, (?=\w)/i
/** `Could you please …?`, `Would it be possible to …?`: what follows is wanted. */
const asking =
  /^(?:(?:also|and|so|then|if (?:yes|so|not|possible)|while (?:you['’]re |we['’]re )?at it)[,:]? )?(?:do you think (?:that )?)?(?:how about |(?:would|will|are) you (?:be )?able to |(?:i |i['’]m |am )?wonder(?:ing)? (?:if|whether) it(?:['’]s| is| would be| might be) possible to |(?:can|could|would|will|may) (?:you|we|i|someone|somebody|anyone) (?:guys )?(?:please |pls |kindly |maybe |also |perhaps |possibly )?(?:(?:have|get) (?=(?:an?|the|some|something|more)\b))?|(?:(?:would|could|will) it be|it (?:would|could) be|is it|it is) possible(?: (?!to )[^,.?]{1,30}|, [^,.?]{1,60},)? (?:to (?:be able to |have |get )?|for )|(?:do|are) you (?:plan(?:ning)?|intend(?:ing)?|expect(?:ing)?) (?:to|on) (?:maybe |also |ever )?|(?:(?:are|is) there )?(?:currently )?(?:any|a) (?:plans?|chance|possibility|option) (?:to|of|for) |(?:is there )?any chance (?:that )?(?:you|we|it|this|someone|somebody) (?:could|can|would|will) |is there (?:any|a) (?:way|chance) (?:that )?(?:(?:you|we|it) (?:could|can|would) |to ))/i
/** `Could the banner print the prefixes?` */
const askingOf = new RegExp(
  `^(?:(?:also|and|so|then|while at it)[,:]? )?(?:can|could|would|will) (?!it be possible)((?:the|this|that|it|its|our) (?:[\\w-]+ ){0,3}?)((?:${[...changeVerbs, 'have', 'get', 'be', 'accept', 'take'].join('|')})\\b.*)$`,
  'i',
)

/** `If possible, could play speed be added?` */
const askingToHave =
  /^(?:(?:if possible|also|and|so|maybe|perhaps)[,:]? )?(?:can|could|would|will) ((?!you\b|we\b|i\b|it be possible)(?:[\w-]+ ){1,9}?)(be (?:added|supported|implemented|included|provided|allowed|enabled|exposed|extended|offered|shown|introduced)\b.*)$/i

/** `Can the hour be chosen?` */
const canBe =
  /^(?:can|could) ((?:the|its|our|all|each) (?:[\w-]+ ){1,9}?)(be [a-z]{2,}(?:ed|en|own|ght|ade|et|id)\b.*)$/i

/** `Any chance the feeds could include artwork?` */
const chanceOf =
  /^(?:is there )?any chance (?:that )?((?!(?:you|we|i|it|this|someone|somebody) (?:could|can|would|will)\b)(?:[\w-]+ ){1,5}?)(?:could|can|would|will) ([a-z]{2,} .*)$/i
/** `Can there be an error then?` */
const canThere = /^(?:can|could|would|will) there (also )?(?:maybe |please |perhaps )?be (.*)$/i

/** `When the dialog opens, is it possible to …`: what is told before says when it is wanted. */
const asksThen =
  /^((?!if (?:yes|so|not|possible)\b)(?:when|whenever|if|while(?! (?:you|we|at))|after|before|once) [^,.?]{3,200}, )((?:is it|would it be|could it be) possible .*|(?:can|could|would) (?:you|we|it) .*)$/i

/** `There is no layout for it, are there plans to port the old one?`: what is lacking stands before. */
const lacksThen =
  /^[^?]{8,300}?(?:, (?:and |so |but )?|[;.] )(?=(?:is|are) there (?:an?|any) (?:plans?|way|chance|possibility|option) (?:to|of|for)\b)/i

/** `I would like to propose a flag that …`, `I suggest adding a flag`. */
const proposing =
  /^what (?:i|we) (?:might |may |could |would )?(?:want|need|like)(?: to (?:have|do))? is (?:to )?(?=\w)|^(?:my|our|one|the) (?:only )?(?:suggestion|proposal|request|wish|feature request) (?:would be|is) (?:that |to |(?=(?:make|making|add|adding|have|having|allow|allowing|use|using|provide|providing)\b))|^(?:will|would) (?:want|like|need) to (?=\w)|^(?:so,? |hence,? |therefore,? )?(?:i|we)(?:['’]d| would)? (?:really )?(?:(?:like|want|wish) to )?(?:propose|suggest|request|recommend) (?:that (?=\S+ \S)|(?=(?:an?|the|to)\b)|(?=\w+ing\b))/i
/** `I would like for this to be configurable`. */
const likedSo =
  /^i(?: thus| therefore| hence)?(?:['’]d| would)? (?:really )?(?:like|love|want) (?:for )?(it|this|that|these|the (?:[\w-]+ ){0,2}[\w-]+) to (?=\w)/i
/** `Hi @ada, may I ask, could you …`. */
const greeting =
  /^(?:(?:hi|hello|hey|dear)\b[^,.!?]{0,40}[,.!] ?)?(?:(?:dear )?(?:sir|madam|team|guys|folks)[,:]? (?=(?:can|could|please|would|we|i)\b))?(?:(?:may|can|could) i ask,? (?=(?:can|could|would|will)\b))?(?=\S)/i

/** `But it would be nice to have it.` */
const turn =
  /^(?:in my (?:humble )?opinion|imh?o|personally|i (?:personally |really )?(?:think|believe|feel) that),? (?=\S)|^(?:but|and|so|however|anyway),? (?=(?:i (?:think|guess) )?(?:it(?: would|['’]d) be|(?:i|we)(?: would|['’]d) (?:like|love|want))\b)/i

/** `The one feature that I miss is the ability to …`. */
const missed =
  /^(?:the |an? )?(?:one |only |main )?(?:feature|thing|functionality|option)s? (?:that )?(?:i|we)(?:['’]m| am|['’]re| are)? (?:really )?(?:looking for|missing|miss|need|want|would like)\b.{0,60}? is (?=(?:the|an?|to)\b)/i

/** `I read on trains, and it would be great if …`: who wishes it. */
const ofWisher =
  /^(?:i (?!(?:think|believe|guess)\b)[^.!?]{3,120}?,? (?:and|but|so),? |as (?:someone|somebody|an? [\w-]+) (?:who|that) [^.!?]{3,200}?, )(?=(?:i think )?it(?: would|['’]d) be (?:\w+ ){0,2}(?:nice|great|good|helpful|useful|cool|awesome|handy|lovely) (?:if|to|when)\b)/i

/** What is wished or asked for, without the words of wishing: of praise for the idea nobody can tell whether it holds. */
export function withoutWishing(sentence: string): string {
  const greeted = capitalise(
    asProposed(
      sentence
        .replace(turn, '')
        .replace(missed, '')
        .replace(greeting, '')
        .replace(ofWisher, '')
        .replace(purpose, '')
        .replace(likedSo, '$1 should '),
    ),
    sentence,
  )
  const said = withoutPraise(begin(capitalise(greeted.replace(praised, ''), greeted).replace(wishing, ''), greeted))
  if (
    !(isQuestion(said) || /^(?:(?:can|could) (?:we|you)|(?:i['’]?m? )?wonder(?:ing)? (?:if|whether)) /i.test(said)) ||
    !asksForWork(said)
  )
    return capitalise(
      said.replace(
        /^(?:(?:please|pls|kindly)\s+|(?:can|could|would) you (?:please|kindly) |at the very least,? |hopefully,? (?=\S{2})|(?:许愿|跪求)(?=.{4}))/i,
        '',
      ),
      said,
    )
  const order = said
    .replace(/(?<!\?)\?{1,5}$/, '')
    .replace(lacksThen, '')
    .trimEnd()
    .replace(/,? please$/i, '')
  const [, scene, asked] = asksThen.exec(order) ?? []
  if (scene !== undefined && asked !== undefined)
    return `${capitalise(scene, '')}${lowerFirst(asked.replace(asking, ''))}`
  const had = askingToHave.exec(order)
  if (had !== null) return capitalise(`${had[1] ?? ''}should ${had[2] ?? ''}`, said)
  const able = canBe.exec(order)
  if (able !== null) return capitalise(`${able[1] ?? ''}can ${able[2] ?? ''}`, said)
  const chance = chanceOf.exec(order)
  if (chance !== null) return capitalise(`${chance[1] ?? ''}should ${chance[2] ?? ''}`, said)
  const there = canThere.exec(order)
  if (there !== null) return `There should ${there[1] ?? ''}be ${there[2] ?? ''}`
  const of = askingOf.exec(order)
  if (of !== null) return capitalise(`${of[1] ?? ''}should ${of[2] ?? ''}`, said)
  const rest = order.replace(asking, '')
  return capitalise(/^how about /i.test(order) ? ofDoing(rest) : rest, said)
}

function withoutPraise(wished: string): string {
  const said = wished.replace(praising, '')
  return said === wished ? said : ofDoing(said)
}

function asProposed(sentence: string): string {
  const said = sentence.replace(proposing, '').replace(/^to (?=[a-z])/, '')
  return proposing.test(sentence) ? ofDoing(said) : sentence
}

/** `Adding a flag`: *Add a flag*. */
function ofDoing(said: string): string {
  const [verb = ''] = gerund.exec(said) ?? []
  const order = ofGerund.get(verb.toLowerCase())
  return order === undefined ? said : capitalise(`${order}${said.slice(verb.length)}`, '')
}

/** `It would be nice if it knew …`: without the wish it tells how it was. */
const pastWish =
  /^(?:it|they|this|that|these|those) (?!(?:were|was) to\b|need)(?:knew|went|got|came|took|gave|made|did(?:n['’]t)?|\w{3,}ed)\b/i

/** `there was a box that …`, of a wish: so it is to be. */
function begin(rest: string, whole: string): string {
  if (rest === whole || pastWish.test(rest)) return whole
  // `It would be great if nothing was found there, it would look elsewhere`
  if (/^[^,]{5,200}, .{1,80}\bwould\b/i.test(rest) && /\bif [^,]*,/i.test(whole)) return `If ${rest}`
  return asOrder(rest)
    .replace(/^((?:this|it|that|the (?:[\w-]+ ){0,2}[\w-]+)) (?:were|was) to (?=\w)/i, '$1 should ')
    .replace(/^i could (?!have\b)/i, 'I can ')
    .replace(/^there (?:was|were|would be)\b/i, 'There is')
    .replace(/^(?:an?|the|it|we|you|users?|this|that|these|all|each|to) /, (first) => capitalise(first, whole))
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** Where a sentence lost its first words, what is left begins as one. */
function capitalise(rest: string, whole: string): string {
  return rest === whole ? whole : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}
