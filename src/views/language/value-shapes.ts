/** Never more than one word, so that no clause is taken for one. */
const word = /^\S+$/

const pathLike = /^(?:the file|[^\s:“”"`./]*[./][^\s:“”"`]*)$/

/**
 * What placeholders of these names take: numbers, lines, estimates, counted files, code spans. It keeps `{n} min` from
 * taking every text that ends so.
 */
export const valueShapes: Readonly<Record<string, RegExp>> = {
  n: /^\d[\d.,]*$/,
  passed: /^\d+$/,
  days: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  days_before: /^\d[\d.,]* (?:(?:person-)?days?|min|h)$/,
  line_number: /^\d+$/,
  line_numbers: /^\d[\d, ]*(?: and \d+(?: more)?)?$/,
  numbers: /^\d[\d, ]*$/,
  task_id: /^T[\d.]*\d$/,
  task_why: /^T[\d.]+ \(.+\)$/,
  executors_here: /`@login`$/,
  criterion: /^T[\d.]+\/AC-\d+$/,
  spans: /^`[^`]+`(?:, `[^`]+`)*$/,
  span: /^(?:`[^`]+`|\d+ more)$/,
  parsed_as: /^(?:JSON|NDJSON|YAML|UTF-8 text)$/,
  counted: /^(?:about )?\d[\d,]* files?(?: \([^()]{1,20}\))?$/,
  task: word,
  finding: /^[A-Z]{2,5}(?:-[A-Z]{2,5})?-\w+$/,
  exit_code: /^(?:\d+|none)$/,
  type: /^[a-z]+(?: [a-z]+){0,2}$/,
  unknown_word: /^\{[^{}]{0,40}\}$/,
  known_words: /^\{\w+\}(?:, \{\w+\})*$/,
  regex: /^\/.+\/$/,
  mode: /^(?:mode \d+|a symbolic link|a submodule|a special file)$/,
  column: /^\d+$/,
  code_lines: /^(?:``[^`]+(?:`[^`]+)*``|`[^`]+`)(?:(?:, | or | and )(?:``[^`]+(?:`[^`]+)*``|`[^`]+`))*$/,
  key_place: /^(?:`[^`]+`(?: of [A-Z][\w.-]*)?|[A-Z][\w.-]{0,20}|the whole)$/,
  seen: /^(?:`[^`]*`|a list|a mapping)$/,
  owner: /^(?:the plan|[\w.-]+(?: of [\w.-]+)?)$/,
  criterion_id: /^AC-[\w.]+$/,
  criterion_of: /^\S+ of \S+$/,
  severity: /^(?:blocker|major|minor)$/,
  file: pathLike,
  id: word,
  key: /^(?!reviewer$)\S+$/,
  on: word,
  method: word,
  plan: word,
  node: word,
  version: word,
  standing: /^(?:waits|is) [a-z ]+$/,
  sha: word,
  hash: word,
  bytes: word,
  seconds: word,
  percent: word,
  pull: word,
  role: word,
}
