import type pc from 'picocolors'
import type { IssuePhase } from '../../domain/records/status-report.ts'
import { phaseWords } from '../text/phase-words.ts'
import { t } from '../language/t.ts'

export interface Appearance {
  mark: string
  words: string
  colour: (text: string) => string
}

/** Each phase has a mark, words and a colour of its own: none is told from another by its colour alone. */
export function decideAppearance(phase: IssuePhase, colours: ReturnType<typeof pc.createColors>): Appearance {
  const words = t(phaseWords[phase])
  const { blue, cyan, dim, green, magenta, yellow, bold } = colours
  switch (phase) {
    case 'planning':
      return { mark: '…', words, colour: cyan }
    case 'asking':
      return { mark: '?', words, colour: (text) => bold(magenta(text)) }
    case 'planned':
      return { mark: '◇', words, colour: (text) => bold(blue(text)) }
    case 'working':
      return { mark: '▶', words, colour: (text) => bold(cyan(text)) }
    case 'waiting':
      return { mark: '!', words, colour: (text) => bold(yellow(text)) }
    case 'paused':
      return { mark: '‖', words, colour: yellow }
    case 'stopped':
      return { mark: '■', words, colour: dim }
    case 'ready':
      return { mark: '✓', words, colour: (text) => bold(green(text)) }
    case 'done':
      return { mark: '✓', words, colour: green }
  }
}
