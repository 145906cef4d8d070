import { AsyncLocalStorage } from 'node:async_hooks'
import type { Catalogue } from '../../domain/language/message.ts'
import { findCatalogueBy } from '../../views/language/current.ts'

const spoken = new AsyncLocalStorage<Catalogue | null>()
findCatalogueBy(() => spoken.getStore() ?? null)

/** All that is said meanwhile is said by this catalogue; null is English. */
export function inCatalogue<T>(catalogue: Catalogue | null, act: () => T): T {
  return spoken.run(catalogue, act)
}
