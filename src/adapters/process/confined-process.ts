import type { AnswerConfined, ConfinedQuestion, ConfinedReply } from './confined-reader.ts'

/** One that holds more after an answer, or has worked longer, ends, and the next question gets a fresh one. */
const spentBytes = 192 * 1024 * 1024
const spentMicroseconds = 120 * 1_000_000

// A process of its own: what it reads is untrusted, and may cost it its life.
process.on('message', (message) => void answerQuestion(message as ConfinedQuestion))
// These go to the whole group or service: the server may still have reviews to finish, and ends this one itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// Whoever asks is gone.
process.once('disconnect', () => process.exit())

async function answerQuestion({ module, question }: ConfinedQuestion): Promise<void> {
  try {
    const reader = (await import(module)) as { answer: AnswerConfined<unknown, unknown> }
    reply({ kind: 'begins' })
    const answered = await reader.answer(question, (what) => reply({ kind: 'reads', what }))
    reply({ kind: 'answers', answer: answered, isSpent: isSpent() })
  } catch (error) {
    reply({ kind: 'failed', error })
  }
}

function isSpent(): boolean {
  const { user, system } = process.cpuUsage()
  return process.memoryUsage.rss() > spentBytes || user + system > spentMicroseconds
}

function reply(said: ConfinedReply): void {
  process.send?.(said)
}
