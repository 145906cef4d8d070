import { parseSigningServices, type SigningServices } from '../../../adapters/attestation/signing-services.ts'
import { parsePlanReference, type PlanReference } from '../../../domain/records/plan-reference.ts'

/** One input of the Action: what `action.yml` says of it, and how its text is read. */
export interface ActionInput<T> {
  /** For `action.yml` and the documentation; one or two sentences. */
  about: string
  /** What the runner fills in where nobody says anything; `action.yml` has the same. */
  default: string
  /** Behind "it takes", in an error. */
  takes: string
  /** Undefined where the text is none of what it takes. */
  parse: (text: string) => { value: T } | undefined
  /** What is wrong with a text that it doesn't take, where there is more to say than what it takes. */
  explain?: (text: string) => string | undefined
}

/** Inputs of a mode by their names. */
export type InputTable = Readonly<Record<string, ActionInput<unknown>>>

export type InputValues<Inputs extends InputTable> = {
  [Name in keyof Inputs]: Inputs[Name] extends ActionInput<infer T> ? T : never
}

type Words = Pick<ActionInput<unknown>, 'about'> & { default?: string }

/** `true` or `false`, in YAML's spellings. */
export function flag({ about, default: preset = 'false' }: Words): ActionInput<boolean> {
  return {
    about,
    default: preset,
    takes: 'true or false',
    parse: (text) => (/^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === 'true' } : undefined),
  }
}

/** Null where it is left empty: something else says it then. */
export function openFlag({ about }: Words): ActionInput<boolean | null> {
  const { parse } = flag({ about })
  return {
    about,
    default: '',
    takes: 'true or false, or nothing',
    parse: (text) => (text === '' ? { value: null } : parse(text)),
  }
}

/** A text of this form; null where it is left empty. */
export function optionalText(
  form: RegExp,
  takes: string,
  { about, default: preset = '' }: Words,
): ActionInput<string | null> {
  return {
    about,
    default: preset,
    takes: `${takes}, or nothing`,
    parse: (given) => (given === '' ? { value: null } : form.test(given) ? { value: given } : undefined),
  }
}

/** A text of this form that has to be there. */
export function requiredText(form: RegExp, takes: string, { about, default: preset = '' }: Words): ActionInput<string> {
  return { about, default: preset, takes, parse: (given) => (form.test(given) ? { value: given } : undefined) }
}

/** One of these words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  { about, default: preset = '' }: Words,
): ActionInput<Word> {
  return {
    about,
    default: preset,
    takes: words.join(' or '),
    parse(given) {
      const value = words.find((word) => word === given)
      return value === undefined ? undefined : { value }
    },
  }
}

/** A whole number between these two, both included. */
export function wholeNumber(from: number, to: number, { about, default: preset = '' }: Words): ActionInput<number> {
  return {
    about,
    default: preset,
    takes: `a whole number from ${from} to ${to}`,
    parse: (given) => {
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
      return value >= from && value <= to ? { value } : undefined
    },
  }
}

const timeForm = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z)?$/

/** A day or a time in UTC that the calendar has, as ISO; null where it is left empty. */
export function optionalTime({ about }: Words): ActionInput<string | null> {
  return {
    about,
    default: '',
    takes: 'a date or a time in UTC (2026-11-21, 2026-11-21T03:40:00Z), or nothing',
    parse: (given) => {
      if (given === '') return { value: null }
      const day = timeForm.exec(given)?.[1]
      const ms = Date.parse(given)
      // A 31st of February is read as a day in March.
      const stands = day !== undefined && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
      return stands ? { value: given } : undefined
    },
  }
}

/** A plan or an issue; null where it is left empty. */
export function planReference({ about }: Words): ActionInput<PlanReference | null> {
  return {
    about,
    default: '',
    takes: 'a plan (SOL-ISS-007-1) or an issue (ISS-007, #7, 7)',
    parse: (given) => {
      const value = given === '' ? null : parsePlanReference(given)
      return value === undefined ? undefined : { value }
    },
  }
}

/** A text with words in braces; null where it is left empty. */
export function templateText(
  findFault: (template: string) => string | undefined,
  { about }: Words,
): ActionInput<string | null> {
  return {
    about,
    default: '',
    takes: 'a text with words in braces, or nothing',
    parse: (given) => (given === '' ? { value: null } : findFault(given) === undefined ? { value: given } : undefined),
    explain: (given) => findFault(given),
  }
}

/** Where signatures come from; null where it is left empty. */
export function signingServices({ about }: Words): ActionInput<SigningServices | null> {
  return {
    about,
    default: '',
    takes: 'fulcio=https://… with rekor=https://… or timestamp=https://… or both, or nothing',
    parse: (given) => {
      const value = given === '' ? null : parseSigningServices(given)
      return value === undefined ? undefined : { value }
    },
  }
}
