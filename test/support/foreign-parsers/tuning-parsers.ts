import { analyseRequirements } from '../../../src/domain/tuning/ask/analyse-requirements.ts'
import { diagnoseSkill } from '../../../src/domain/tuning/detect/diagnose.ts'
import { readSkill } from '../../../src/domain/tuning/read/read-skill.ts'
import { settleAmbiguities } from '../../../src/domain/tuning/ask/settle-ambiguities.ts'
import { createLeftOut } from '../../../src/domain/tuning/thread/left-out.ts'
import type { ForeignParser } from './foreign-parser.ts'

const front = '---\nname: a\ndescription: b\n---\n'
const code = [
  'while(a){',
  'history.push(',
  'Task({ prompt: `',
  '${',
  'Read(',
  'JSON.parse(',
  'state.a = ',
  'try {',
  '} catch {',
  '[...a,',
  'interface State {',
  'a: b;',
  "{ a: 'b', ",
  'Write("a", ',
  '=> ',
]
const shell = [
  'cat <<EOF\n',
  'EOF\n',
  '$(',
  '`',
  '"',
  "'",
  '${a',
  '$((',
  '> state.json ',
  '| tee ',
  'a=$(cat b)\n',
  'claude -p "$a" ',
  '(',
  ')',
  '\\',
  'jq .a state.json\n',
]
const prose = [
  '`a/b.md`',
  '](a.md)',
  'Return the full ',
  'must never ',
  'write the state ',
  '| a | b |\n',
  '|---|---|\n',
  '- a: b\n',
  '## State\n',
  '`max_pages` is 5 ',
  '返回完整内容。',
]

function readMarkdown(text: string): unknown {
  const read = readSkill('a', [
    { path: 'SKILL.md', text: front + text },
    { path: 'phases/01-a.md', text },
  ])
  return read.kind === 'skill' ? diagnoseSkill(read.skill, (one) => one.length) : read
}

function readCode(extension: string): (text: string) => unknown {
  return (text) => {
    const read = readSkill('a', [
      { path: 'SKILL.md', text: front },
      { path: `scripts/a.${extension}`, text },
    ])
    return read.kind === 'skill' ? diagnoseSkill(read.skill, (one) => one.length) : read
  }
}

const open = analyseRequirements('It never works. It is not right.', '')

/** Skills, which pull requests bring along. */
export const tuningParsers: readonly ForeignParser[] = [
  {
    name: 'a skill in Markdown',
    modules: ['domain/tuning/read/read-skill.ts', 'domain/tuning/detect/diagnose.ts'],
    pieces: [...prose, '```js\n', '```\n'],
    read: readMarkdown,
  },
  { name: 'a script of a skill', modules: ['domain/tuning/code/code-block.ts'], pieces: code, read: readCode('ts') },
  // A quarter of what the others read: mending takes its parser 20 µs a character.
  {
    name: 'a script in Python',
    modules: ['domain/tuning/code/calls.ts'],
    pieces: [...code, 'def a():\n  ', 'f"{'],
    read: (text) => readCode('py')(text.slice(0, text.length / 4)),
  },
  { name: 'a script in shell', modules: ['domain/tuning/shell/parse-shell.ts'], pieces: shell, read: readCode('sh') },
  {
    name: 'what a skill is said to do wrong',
    modules: ['domain/tuning/ask/analyse-requirements.ts'],
    pieces: ['forgets ', 'token, ', '上下文 ', 'and '],
    read: (text) => analyseRequirements(text, ''),
  },
  {
    name: 'what is answered about a skill',
    modules: ['domain/tuning/ask/settle-ambiguities.ts', 'domain/tuning/thread/left-out.ts'],
    pieces: ['1b ', '2: ', '\n', 'without ', 'DF-001', 'ISS-', 'a', '0', ' '],
    read: (text) => [settleAmbiguities(open, text), createLeftOut(text)],
  },
]
