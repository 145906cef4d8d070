import { AsyncLocalStorage } from 'node:async_hooks'
import type { Configuration } from '../domain/configuration/configuration.ts'
import { chooseLanguage, type Language } from '../domain/language/language.ts'
import type { IssRecord } from '../domain/records/iss-record.ts'
import { findLanguageBy } from '../views/language/current.ts'

const spoken = new AsyncLocalStorage<Language>()
findLanguageBy(() => spoken.getStore() ?? 'en')

/** All that is said meanwhile is said in this language. */
export function inLanguage<T>(language: Language, act: () => T): T {
  return spoken.run(language, act)
}

/** The same in the language of an issue's thread. */
export function inLanguageOf<T>(
  { language }: Pick<Configuration, 'language'>,
  record: Pick<IssRecord, 'frozen'> | null,
  act: () => T,
): T {
  return inLanguage(chooseLanguage(language, record?.frozen ?? null), act)
}
