import type { Language } from './language.ts'
import type { TranslatedText } from './translation.ts'
import type { argumentsZhCn, commandsZhCn } from './zh-cn/reading/commands.ts'
import type { countsZhCn } from './zh-cn/counts.ts'
import type { changesZhCn } from './zh-cn/plan-changes.ts'
import type { ownMessages, recordMessages } from './zh-cn/zh-cn.ts'

/**
 * A text for people is written down once, in English, where it is said: `t('{who} approved {task}', { who, task })`. That
 * English is its key in the catalogue of each other language, which the compiler holds to be whole: Chinese is the one that
 * names the keys, and a third language is held against it.
 */
export type MessageKey = keyof typeof ownMessages | RecordMessage
/** One that is written into records, in English whatever the language is, and translated where it is shown. */
export type RecordMessage = keyof typeof recordMessages | ChangeMessage
/** What two plans differ in: words as plain as `runs {command}`, looked for only there. */
type ChangeMessage = keyof typeof changesZhCn
/** What is counted, in the singular: `task`. */
export type Noun = keyof typeof countsZhCn

/** All that one language says: a third language is a value of this type. */
export interface Catalogue {
  language: Language
  messages: Readonly<Record<MessageKey, TranslatedText>>
  /** Those of the messages that records hold. */
  records: Readonly<Record<Exclude<RecordMessage, ChangeMessage>, TranslatedText>>
  changes: Readonly<Record<ChangeMessage, TranslatedText>>
  counts: Readonly<Record<Noun, TranslatedText>>
  /** What it is called in itself. */
  name: string
  /** What commands may be called besides their English names; help names the first. */
  commands: Readonly<Record<keyof typeof commandsZhCn, readonly [string, ...string[]]>>
  /** Words that a command may begin its arguments with. */
  arguments: Readonly<Record<keyof typeof argumentsZhCn, string>>
  /** Whether a text, its code and links left out, is in it. */
  isWritten: (said: string) => boolean
}

type Names<M> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

export type MessageValue = string | number

/** One without placeholders, as tables of words hold them. */
export type PlainMessage = { [M in MessageKey]: [Names<M>] extends [never] ? M : never }[MessageKey]

/** The same of records. */
export type PlainRecordMessage = Extract<PlainMessage, RecordMessage>

/** The values of the placeholders of a message: no argument where it has none. */
export type MessageValues<M extends string, Value = MessageValue> = [Names<M>] extends [never]
  ? []
  : [values: Readonly<Record<Names<M>, Value>>]

const placeholder = /\{(\w+)\}/g

/** `{name}` in a text by its value. A value is put in as it is: what others wrote is neutralised before. */
export function fillMessage(text: string, values: Readonly<Record<string, MessageValue>> = {}): string {
  return text.replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole))
}

/** The text of a record: English, and known to every catalogue. */
export function recordText<M extends RecordMessage>(message: M, ...[values]: MessageValues<M>): string {
  return fillMessage(message, values)
}
