import type pc from 'picocolors'
import type { IssuePhase } from '../../domain/records/status-report.ts'

export interface Appearance {
  mark: string
  words: string
  colour: (text: string) => string
}

/** Each phase has a mark, words and a colour of its own: none is told from another by its colour alone. */
export function decideAppearance(phase: IssuePhase, colours: ReturnType<typeof pc.createColors>): Appearance {
  const { blue, cyan, dim, green, magenta, yellow, bold } = colours
  switch (phase) {
    case 'planning':
      return { mark: '…', words: 'being planned', colour: cyan }
    case 'asking':
      return { mark: '?', words: 'asks for input', colour: (text) => bold(magenta(text)) }
    case 'planned':
      return { mark: '◇', words: 'planned, waits for approval', colour: (text) => bold(blue(text)) }
    case 'working':
      return { mark: '▶', words: 'working', colour: (text) => bold(cyan(text)) }
    case 'waiting':
      return { mark: '!', words: 'waits for a person', colour: (text) => bold(yellow(text)) }
    case 'paused':
      return { mark: '‖', words: 'paused', colour: yellow }
    case 'stopped':
      return { mark: '■', words: 'stopped', colour: dim }
    case 'ready':
      return { mark: '✓', words: 'ready to merge', colour: (text) => bold(green(text)) }
    case 'done':
      return { mark: '✓', words: 'done', colour: green }
  }
}
