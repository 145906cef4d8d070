import { toOneLine } from '../../../views/markdown/hidden-characters.ts'

/** Commands that a page may give; what a person wrote beside them is one line of theirs and no command of its own. */
const commands =
  /^(?:approve plan@[0-9a-f]{7,64}|approve T[\d.]{1,20}(?: AC-\d{1,4})?|reject T[\d.]{1,20}(?: AC-\d{1,4})?|retry(?: T[\d.]{1,20})?|answer(?: yes)?|pause|resume|stop|waive (?:tests|T[\d.]{1,20} AC-\d{1,4})|assign T[\d.]{1,20}|export|doctor fix)$/
const needWords = /^(?:reject|waive|assign) /
const longest = 1_000

/** The comment that a form asks for; undefined where it is none that a page has. */
export function readAct(form: { command: string; words: string }): string | undefined {
  if (!commands.test(form.command)) return undefined
  const words = toOneLine(form.words).slice(0, longest)
  if (words === '' && needWords.test(form.command)) return undefined
  return words === '' ? `/${form.command}` : `/${form.command} ${words}`
}
