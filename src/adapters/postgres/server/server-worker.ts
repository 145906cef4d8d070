import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../../storage/answer-questions.ts'
import type { Row } from '../tables/database.ts'
import { openServer } from './open-server.ts'
import type { ServerStatement } from './server-thread.ts'

// Packing and sending what is stored takes as long as half of reading it: here it holds up nobody who is read next.
await answerQuestions<ServerStatement, Row[]>(async () => {
  const server = await openServer(String(workerData), () => {})
  return { answer: ({ sql, parameters }) => server.query(sql, parameters), close: () => server.close() }
})
