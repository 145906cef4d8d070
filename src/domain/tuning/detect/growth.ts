import { recordText } from '../../language/message.ts'
import { loopAround } from '../code/calls.ts'
import { codeText } from '../code/code-block.ts'
import type { CodeFacts } from '../code/prompts.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { examinedCode, type Detector, findingAt, onceEach } from './detector.ts'

interface Growth {
  name: string
  line: number
  loop: 'none' | 'list' | 'open'
}

/** More than that in one block of code were written by a program. */
const maxGrowths = 100

const historyName = /(?:history|messages?|conversation|transcript|dialog(?:ue)?|turns|log)$/i
const growing = /^(.{1,120})\.(?:push|unshift|append|extend|concat)$/

/** CTX-001: a history that grows; TKN-004: any other list that a loop without an end in sight adds to. */
export const detectGrowth: Detector = (examined) =>
  onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      findGrowth(facts)
        .slice(0, maxGrowths)
        .flatMap(({ name, line, loop }): SkillFinding[] => {
          const isHistory = historyName.test(name)
          const isOfState = /(?:^|\.)\w*state\./i.test(name)
          const rounds =
            loop === 'open' || (isHistory && (loop === 'list' || (isOfState && examined.skill.mode === 'autonomous')))
          if (!rounds || isBounded(file.code.map(({ text }) => text).join('\n'), name)) return []
          const pattern = isHistory ? 'CTX-001' : 'TKN-004'
          return [
            findingAt(file, line, {
              pattern,
              subject: name,
              message: recordText('{code_lines} grows with each round, and nothing takes from it.', {
                code_lines: `\`${name}\``,
              }),
            }),
          ]
        }),
    ),
  )

function findGrowth(facts: CodeFacts): Growth[] {
  const { code } = facts
  const calls = facts.calls.flatMap(({ callee, node, line }): Growth[] => {
    const name = growing.exec(callee)?.[1]
    if (name === undefined || callee.endsWith('.concat') || !/^[\w$.[\]'"]+$/.test(name)) return []
    return [{ name, line, loop: loopAround(node) }]
  })
  const assigned = facts.assignments.flatMap(({ target, value, node, operator, line }): Growth[] => {
    const text = codeText(code, { from: value.from, to: Math.min(value.to, value.from + 400) })
    const grows =
      (operator === '=' &&
        (text.startsWith(`[...${target},`) ||
          text.startsWith(`${target}.concat(`) ||
          text.startsWith(`${target} + [`))) ||
      (operator === '+=' && (value.name === 'ArrayExpression' || historyName.test(target)))
    return grows ? [{ name: target, line, loop: loopAround(node) }] : []
  })
  return [...calls, ...assigned]
}

const escaped = /[.*+?^${}()|[\]\\]/g

/** Whether the file keeps a bound on the name: takes from it, cuts it, looks how long it is, or empties it. */
function isBounded(code: string, name: string): boolean {
  const word = name.replace(escaped, String.raw`\$&`)
  const short = name.slice(name.lastIndexOf('.') + 1).replace(escaped, String.raw`\$&`)
  return [
    String.raw`(?<![\w$])${word}\.(?:splice|shift|pop|slice|clear)\(`,
    String.raw`(?<![\w$])${word}\.length\s*(?:[<>]=?|=\s*0)`,
    String.raw`len\(${word}\)\s*[<>]`,
    String.raw`(?<![\w$])${word}\s*\[\s*-?\d*\s*:`,
    String.raw`(?<![\w$])${word}\s*=[^=\n]{0,200}(?:\.slice\(|\[-\d+:|summari|compact|trim|window|truncate)`,
    String.raw`(?:trim|compact|summari[sz]e|truncate|prune|window|keepLast|keep_last)\w{0,30}\(\s*${word}\b`,
    String.raw`deque\([^)\n]{0,80}maxlen`,
    String.raw`(?:^|\n)[ \t]+${word}\s*=\s*\[\]`,
    String.raw`del ${short}\[`,
  ].some((pattern) => new RegExp(pattern, 'i').test(code))
}
