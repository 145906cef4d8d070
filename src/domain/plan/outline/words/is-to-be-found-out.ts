import { anyOf } from '../../../text/any-of.ts'

const asked = '(?:which|what|why|how|whether|if|where|who|when)'
const found =
  '(?:(?:the |all |other |possible ){0,2}(?:root )?(?:causes?|reasons?|options?|alternatives|feasibility|approach(?:es)?))'

/** Several ways go on from here, and none is chosen. `Consider time zones when parsing` and `Identify users by mail` order something. */
const patterns = new RegExp(
  `^(?:please |let['’]s )?${anyOf([
    '(?:decide|discuss|investigate|research|brainstorm|find out|figure out|look into|think about|spike)\\b',
    `(?:identify|determine|evaluate|assess|analy[sz]e|explore|check|clarify|understand) ${asked}\\b`,
    `(?:identify|determine|evaluate|assess|analy[sz]e|explore|find) ${found}\\b`,
    '(?:re-?)?consider (?:whether|if|(?!strings?\\b)\\w{3,}ing)\\b',
    '(?:调查|排查|调研|讨论|考虑是否|评估是否)',
  ])}`,
  'i',
)

/** Something is to be found out or decided before anybody knows what to change: `Investigate the flaky test`. */
export function isToBeFoundOut(text: string): boolean {
  return patterns.test(text.slice(0, 300).replace(/^[^\p{L}]+/u, ''))
}
