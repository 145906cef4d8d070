import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { PlanningQuestion } from '../../../domain/plan/asks/planning-question.ts'

/** Asks each question and waits for a line; what was said, as `/answer` has it: `1b`, or `2: …` in words. Empty where nobody said anything. */
export type AskQuestions = (questions: readonly PlanningQuestion[]) => Promise<string>

/** Questions to whoever sits at a terminal. An empty line leaves one open; the end of input leaves the rest open, so that nothing waits for ever. */
export function askInTerminal(input: Readable, output: Writable): AskQuestions {
  return async (questions) => {
    const lines = createInterface({ input, output, terminal: false })
    const said: string[] = []
    try {
      const answers = lines[Symbol.asyncIterator]()
      for (const [index, question] of questions.entries()) {
        output.write(renderTerminalQuestion(question, `${index + 1} of ${questions.length}`))
        const answer = await answers.next()
        if (answer.done === true) break
        const text = answer.value.trim()
        if (/^[a-d]$/i.test(text)) said.push(`${index + 1}${text}`)
        else if (text !== '') said.push(`${index + 1}: ${text}`)
      }
    } finally {
      lines.close()
    }
    return said.join('\n')
  }
}

function renderTerminalQuestion({ question, why, proposals }: PlanningQuestion, number: string): string {
  const picks = proposals.map((one, at) => `  ${'abcd'.charAt(at)}  ${one}`)
  return `\n${number}: ${question} ${why}\n${picks.join('\n')}\nA letter, or words of your own; nothing leaves it open: `
}
