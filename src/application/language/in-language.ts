import type { Configuration } from '../../domain/configuration/configuration.ts'
import { catalogues } from '../../domain/language/catalogues.ts'
import type { Language } from '../../domain/language/language.ts'
import { chooseLanguage } from '../../domain/configuration/choose-language.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { inCatalogue } from './in-catalogue.ts'

/** All that is said meanwhile is said in this language. */
export function inLanguage<T>(language: Language, act: () => T): T {
  return inCatalogue(language === 'en' ? null : catalogues[language], act)
}

/** The same in the language of an issue's thread. */
export function inLanguageOf<T>(
  { language }: Pick<Configuration, 'language'>,
  record: Pick<IssRecord, 'frozen'> | null,
  act: () => T,
): T {
  return inLanguage(chooseLanguage(language, record?.frozen ?? null), act)
}
