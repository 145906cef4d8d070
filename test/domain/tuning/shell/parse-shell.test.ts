import { fc, test as property } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { parseShell } from '../../../../src/domain/tuning/shell/parse-shell.ts'
import {
  findPastedFiles,
  fieldsReadByJq,
  nameOfCommand,
  pathsRead,
  pathsWritten,
} from '../../../../src/domain/tuning/shell/shell-use.ts'

const parse = (text: string) => parseShell('a.sh', 10, 'sh', text) ?? { path: '', commands: [] }

/** `10 cat spec.md > out.md` for each command. */
function show(text: string): string[] {
  return parse(text).commands.map((command) => {
    const said = [...command.assigned.map(({ name }) => `${name}=`), ...command.words.map((word) => word.text)]
    const files = [...command.writes.map((word) => `> ${word.text}`), ...command.reads.map((word) => `< ${word.text}`)]
    return [
      command.line,
      ...said,
      ...files,
      ...(command.before === undefined ? [] : [`after ${nameOfCommand(command.before)}`]),
    ].join(' ')
  })
}

test.each([
  ['quotes', `echo 'a > b' "c > $d" e\\ f # > g`, ['10 echo a > b c > $d e f']],
  ['redirections', 'a > "b c" 2>&1 >>d 2>/dev/null <e', ['10 a > b c > d < e']],
  ['what is around a command', 'if [ -f a ]; then b; fi && c || d', ['10 [ -f a ]', '10 b', '10 c', '10 d']],
  ['pipes', 'a | b || c', ['10 a', '10 b after a', '10 c']],
  ['substitutions', 'x="$(cat a `b c`)" d', ['10 x= d', '10 cat a `b c`', '10 b c']],
  ['files that commands fill', 'diff <(a) b', ['10 diff b', '10 a']],
  ['lines that go on', 'a \\\n  b\nc', ['10 a b', '12 c']],
  ['here-documents', "cat > a <<'E' <<-F\nrm b\nE\n\tF\nc <<< d", ['10 cat > a', '14 c']],
  ['what never ends', 'echo "a $(b \'c', ["10 echo a $(b 'c", '10 b c']],
])('reads %s', (_name, text, commands) => {
  expect(show(text)).toEqual(commands)
})

test('says what commands write, read and hand on', () => {
  const { commands } = parse(
    'curl -o a x; tee b c; cp d e; mv f; cat g h < i; cat state.json | jq --arg a .z ".b, .c.d | .e = 1"',
  )

  expect(commands.flatMap(pathsWritten)).toEqual(['a', 'b', 'c', 'e'])
  expect(commands.flatMap(pathsRead).slice(0, 4)).toEqual(['i', 'g', 'h', 'state.json'])
  expect(commands.flatMap(fieldsReadByJq)).toEqual(['b', 'c'])
  expect(
    findPastedFiles(parse('a=$(cat b)\nclaude -p "$a"\ncodex exec "$a$(<c)"\ncat $a')).map(({ files }) => files),
  ).toEqual([1, 2])
})

test('reads other languages and data of a megabyte not at all', () => {
  expect(parseShell('a', 1, 'fish', 'a')).toBeUndefined()
  expect(parseShell('a', 1, 'sh', 'a'.repeat(1_000_000))).toBeUndefined()
})

const pieces = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '<<E\n',
  'E\n',
  '\\',
  '${',
  '}',
  '$((',
  '> ',
  '<(',
  '|',
  ';',
  '\n',
  'a',
  ' ',
  '#',
  '&',
  '=',
]
property.prop([fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((list) => list.join(''))])(
  'whatever is written, it ends, and each command stands where it says',
  (text) => {
    for (const { line, from, to, words } of parse(text).commands) {
      expect(line).toBeGreaterThanOrEqual(10)
      expect(line).toBeLessThanOrEqual(10 + text.split('\n').length)
      expect(from).toBeLessThanOrEqual(to)
      for (const word of words) expect(word.to).toBeGreaterThan(word.from)
    }
  },
)
