import type { Language } from '../../domain/language/language.ts'
import type { Catalogue } from '../../domain/language/message.ts'

let find: () => Catalogue | null = () => null

/** What is rendered now is said by it; null where that is English. */
export function currentCatalogue(): Catalogue | null {
  return find()
}

export function currentLanguage(): Language {
  return find()?.language ?? 'en'
}

/** Who knows it: the application, which carries it along with the work on an issue (decision 139). */
export function findCatalogueBy(finder: () => Catalogue | null): void {
  find = finder
}
