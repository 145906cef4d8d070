import { workerData } from 'node:worker_threads'
import { answerStatements } from '../inbox/answer-statements.ts'
import { openServer } from './open-server.ts'

// Packing and sending what is stored takes as long as half of reading it: here it holds up nobody who is read next.
await answerStatements(() => openServer(String(workerData), () => {}))
