import { changeVerbs } from '../request-words.ts'

const irregular: readonly (readonly [string, string])[] = [
  ['made', 'make'],
  ['gave', 'give'],
  ['built', 'build'],
  ['brought', 'bring'],
  ['wrote', 'write'],
  ['let', 'let'],
  ['cut', 'cut'],
  ['put', 'put'],
  ['included', 'include'],
]
const wishedFor = [...changeVerbs, 'describe', 'cover', 'list', 'keep', 'accept']
const pasts = new Map([...wishedFor.flatMap((verb) => pastsOf(verb)), ...irregular])
const verbs = new Set(wishedFor)

function pastsOf(verb: string): (readonly [string, string])[] {
  const last = verb.at(-1) ?? ''
  const forms = verb.endsWith('e')
    ? [`${verb}d`]
    : verb.endsWith('y')
      ? [`${verb.slice(0, -1)}ied`]
      : [`${verb}ed`, `${verb}${last}ed`]
  return forms.map((form) => [form, verb] as const)
}

const wished =
  /^(?:(?:you|someone|somebody) (?:(?:could|would|can|might) )?|(?:we|they) )(?:also |maybe |please |perhaps )?([a-z]+)(?= )/i

/** `you added a page`, `we could set it in a file`, behind a wish: *Add a page*, *Set it in a file*. Else as it stands. */
export function asOrder(wish: string): string {
  const [whole = '', word = ''] = wished.exec(wish) ?? []
  const lower = word.toLowerCase()
  const verb = pasts.get(lower) ?? (verbs.has(lower) ? lower : undefined)
  if (verb === undefined) return wish
  return `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}${wish.slice(whole.length)}`
}
