import type { Language } from '../../domain/language/language.ts'

let find: () => Language = () => 'en'

/** The language of what is rendered now. */
export function currentLanguage(): Language {
  return find()
}

/** Who knows it: the application, which carries it along with the work on an issue (decision 139). */
export function findLanguageBy(finder: () => Language): void {
  find = finder
}
