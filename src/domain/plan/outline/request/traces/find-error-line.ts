import { anyOf } from '../../../../text/any-of.ts'

/** How programs, compilers, test runners and sanitizers begin what they say of an error. */
const errorLine = new RegExp(
  `^[_*> ]{0,3}${anyOf([
    String.raw`(?:Uncaught (?:\(in promise\) )?|Caused by: |Exception in thread "[^"\n]{1,80}" )?(?:\w+\.)*\w*(?:Error|Exception)\b: ?\S.*`,
    '.*panicked at .*',
    String.raw`Error in [^:\n]{1,200} : .*`,
    String.raw`\s{0,8}(?:--- )?FAIL:? .*`,
    String.raw`(?:error|fatal|panic)(?:\[\w{1,10}\])?: .*`,
  ])}`,
  'm',
)
const sanitizers = [
  String.raw`(?:==\d{1,9}==\s?)?(?:(?:ERROR|WARNING): ?)?\w{2,20}Sanitizer: .*`,
  String.raw`\S{1,200}:\d+:\d+: runtime error: .*`,
  'WARNING: DATA RACE',
  String.raw`==\d{1,9}== ?(?:Invalid|Conditional|Use of|Source and|\d[\d,]* \S* ?bytes in) .*`,
]
const sanitizerLine = new RegExp(`^[ \\t>|]{0,20}${anyOf(sanitizers)}`, 'm')
/** What differs from run to run. */
const ofOneRun =
  /^[ \t>|]*(?:==\d+==\s?)?(?:(?:ERROR|WARNING): ?(?=\w+Sanitizer))?|(?<!\s)\s*\(pid=\d+\)|(?<!\s)\s+(?:on (?:unknown )?address 0x.*|at pc 0x.*|\(pc 0x.*)$/g

/** The first line of a text in which a program tells of an error; undefined where none does. */
export function findErrorLine(content: string): string | undefined {
  const text = content.slice(0, 5_000)
  const error = sanitizerLine.exec(text)?.[0] ?? errorLine.exec(text)?.[0]
  return error === undefined
    ? undefined
    : withoutRun(error)
        .replace(/^[_*> ]{1,3}/, '')
        .trim()
}

/** The same without addresses and process ids. */
export function withoutRun(text: string): string {
  return text.replaceAll(ofOneRun, '')
}

/** A sanitizer or memory checker reported something. */
export function showsSanitizer(content: string): boolean {
  return sanitizerLine.test(content.slice(0, 5_000))
}
