import { recordText } from '../../language/message.ts'
import { readWrite } from '../code/calls.ts'
import { countCarried, findReadVariables, findSerialisedState, wordsOfPrompt } from '../code/prompts.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { splitIntoSentences } from '../read/page.ts'
import type { SkillFile } from '../read/skill.ts'
import { findPastedFiles } from '../shell/shell-use.ts'
import { examinedCode, type Detector, findingAt, onceEach } from './detector.ts'

/** CTX-002: JSON of the whole state in a prompt. */
export const detectSerialisedState: Detector = (examined) =>
  onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      facts.prompts.flatMap((prompt) =>
        findSerialisedState(facts, prompt).map(({ line, args, code }): SkillFinding => {
          const name = code.text.slice(args[0]?.from, args[0]?.to)
          return findingAt(file, line, {
            pattern: 'CTX-002',
            subject: name,
            message: recordText('The prompt holds all of `{name}` as JSON.', { name }),
          })
        }),
      ),
    ),
  )

/** CTX-003 of several files in one prompt, TKN-003 of one. */
export const detectPastedFiles: Detector = (examined) =>
  onceEach([
    ...examinedCode(examined).flatMap(({ file, facts }) => {
      const held = findReadVariables(facts)
      return facts.prompts.flatMap(({ node, line }): SkillFinding[] => {
        const carried = countCarried(facts, node, held)
        if (carried === 0) return []
        const subject = `prompt ${facts.prompts.findIndex((one) => one.node === node) + 1} of block ${file.code.indexOf(facts.code) + 1}`
        return [pastedAt(file, { line, subject, isMany: carried > 1 })]
      })
    }),
    ...examined.skill.files.flatMap((file) =>
      file.shell.flatMap((script, block) =>
        findPastedFiles(script).map(({ command, files }, index) => {
          const subject = `command ${index + 1} of shell ${block + 1}`
          return pastedAt(file, { line: command.line, subject, isMany: files > 1 })
        }),
      ),
    ),
  ])

function pastedAt(
  file: SkillFile,
  { line, subject, isMany }: { line: number; subject: string; isMany: boolean },
): SkillFinding {
  const message = isMany
    ? recordText('Several files are read and pasted into one prompt.')
    : recordText('The prompt holds what a file says, where its path would do.')
  return findingAt(file, line, { pattern: isMany ? 'CTX-003' : 'TKN-003', subject, message })
}

const handsBack =
  /\b(?:return|returns|output|outputs|respond with|reply with|send back|hand back|give back)\b[^.\n]{0,60}?\b(?:full|complete|entire|whole|all(?: of)? the|verbatim)\b[^.\n]{0,40}?\b(?:contents?|texts?|documents?|files?|reports?|code|source|analys[ei]s|chapters?|drafts?|results?|outputs?|transcripts?)\b|返回(?:完整|全部|所有)(?:的)?(?:内容|文本|文档|代码|报告)/i
const denied = /\b(?:never|not|don't|don’t|without|instead of|rather than|no need to)\b|不要|不得|禁止|请勿/i
const inBrief = /\b(?:summary|summari[sz]e|abstract|its path|the path)\b|摘要|路径/i
const agents = /\b(?:sub-?agents?|agents?)\b|代理|子任务/i

/** CTX-004: agents that hand back what they made, asked to in their prompt or in the text, or whose result is written down as it is. */
export const detectContentReturned: Detector = (examined) => {
  const asked = examinedCode(examined).flatMap(({ file, facts }) =>
    facts.prompts.flatMap((prompt) =>
      wordsOfPrompt(prompt).flatMap(({ text, line }) => handingBack(text).map((sentence) => at(file, line, sentence))),
    ),
  )
  const said = examined.skill.files.flatMap((file) => {
    const isPrompt = file.role === 'template'
    return (file.page?.blocks ?? []).flatMap(({ text, line }) =>
      handingBack(text)
        .filter((sentence) => isPrompt || agents.test(sentence))
        .map((sentence) => at(file, line, sentence)),
    )
  })
  const written = examinedCode(examined).flatMap(({ file, facts }) => {
    const results = new Set(
      facts.assignments
        .filter(({ value }) => facts.agentCalls.some(({ node }) => value.from <= node.from && node.to === value.to))
        .map(({ target }) => target),
    )
    return facts.calls.flatMap((call) => {
      const value = readWrite(call)?.value
      return value !== undefined && results.has(value) ? [at(file, call.line, value)] : []
    })
  })
  return onceEach([...asked, ...said, ...written])

  function at(file: Parameters<typeof findingAt>[0], line: number, subject: string): SkillFinding {
    const message = recordText('The agent hands back all of its text; a path and a summary would do.')
    return findingAt(file, line, { pattern: 'CTX-004', subject: subject.slice(0, 80), message })
  }
}

function handingBack(text: string): string[] {
  return splitIntoSentences(text).filter(
    (sentence) => handsBack.test(sentence) && !denied.test(sentence) && !inBrief.test(sentence),
  )
}

const longFile = 5_000
const inParts =
  /\b(?:summar\w*|compress\w*|truncat\w*|excerpt\w*|only|section|sections|part|parts|lines?|heading|grep|search|relevant|as needed|if needed|when needed|on demand|limit|offset)\b|摘要|压缩|截断|按需|部分|章节/i

/** CTX-005: a file of more than 5,000 characters that two or more phases are told to read, none of them in part. */
export const detectRereadFiles: Detector = ({ skill }) =>
  skill.files.flatMap((file): SkillFinding[] => {
    if (file.text.length <= longFile || file.role === 'phase' || file.role === 'script' || file.role === 'entry')
      return []
    const whole = skill.files
      .filter(({ role }) => role === 'entry' || role === 'phase' || role === 'instructions')
      .flatMap((from) => {
        const named = from.names.filter(({ path }) => path === file.path)
        return named.length > 0 && named.every(({ sentence }) => !inParts.test(sentence))
          ? [{ path: from.path, line: named[0]?.line ?? 1 }]
          : []
      })
    if (whole.length < 2) return []
    const message = recordText('{n} characters are read by {paths}, each time whole.', {
      n: file.text.length.toLocaleString('en'),
      paths: whole.map(({ path }) => path).join(', '),
    })
    return [findingAt(file, 1, { pattern: 'CTX-005', subject: file.path, message, related: whole })]
  })
