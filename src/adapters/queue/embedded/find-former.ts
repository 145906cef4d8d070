import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where earlier versions had their embedded database, a Postgres, if it is still there: nobody reads or changes it. */
export function findFormer(folder: string): string | undefined {
  const former = join(resolve(folder), 'database')
  return existsSync(join(former, 'PG_VERSION')) ? former : undefined
}
