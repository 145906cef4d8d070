import { recordText } from '../../../../language/message.ts'
import { cutText } from '../../../../text/cut-text.ts'
import { isOfTracker } from '../../form/of-tracker.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import { askOpenly, type RequestRefusal } from './ask-openly.ts'

/** Where at least half of what should hold is about issues and their like, no version could be judged by it. */
export function askOfTracker(title: string, written: readonly StatedItem[]): RequestRefusal | undefined {
  const said = written.length > 0 ? written : [{ text: title, line: 1 }]
  const about = said.filter(({ text }) => isOfTracker(text))
  const [first] = about
  if (first === undefined || about.length * 2 < said.length) return undefined
  return askOpenly(
    recordText(
      '{said} is about issues, pull requests or a sprint, which no file of the repository holds: that is left to people. If a file is to change, which one, and what should it say?',
      {
        said:
          written.length > 0
            ? recordText('“{said}” (line {line})', { said: cutText(first.text, 160), line: first.line })
            : recordText('“{said}” (the title)', { said: cutText(first.text, 160) }),
      },
    ),
  )
}
