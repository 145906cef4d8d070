import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../../storage/answer-questions.ts'
import { openFile } from './open-file.ts'

// A commit waits for the disk, and whoever waits with it can do nothing else meanwhile.
await answerQuestions(async () => openFile(String(workerData)))
