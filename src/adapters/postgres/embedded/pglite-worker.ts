import { workerData } from 'node:worker_threads'
import { PGlite, type QueryOptions } from '@electric-sql/pglite'
import { answerStatements } from '../inbox/answer-statements.ts'
import type { Row } from '../tables/database.ts'
import { packBytes, unpackBytes } from '../tables/pack-bytes.ts'

// PGlite's own ways with bytes go digit by digit. They are packed on this side of the border, so nobody else need know.
const bytea = 17
const options = {
  serializers: { [bytea]: packBytes },
  parsers: { [bytea]: (text: string) => unpackBytes(Buffer.from(text.slice(2), 'hex')) },
  // Its types say that parameters are sent as text only; bytes are sent as they are.
} as unknown as QueryOptions

// Runs in a thread of its own: a statement blocks the thread it runs in.
await answerStatements(async () => {
  const database = await PGlite.create(String(workerData))
  return {
    query: async (sql, parameters = []) => (await database.query<Row>(sql, [...parameters], options)).rows,
    close: () => database.close(),
  }
})
