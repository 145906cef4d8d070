import { recordText } from '../language/message.ts'
import { withoutCourtesy } from './courtesy.ts'
import { freezeText } from '../text/frozen-text.ts'
import { parseSkillPath } from '../tuning/read/skill-path.ts'
import { firstOf, isRemark, parseApprove, parseReject } from './parse-judgement.ts'
import { type CommandThread, command, isTask, type ParsedArguments, problem, quote } from './parsed-command.ts'

/** Reads what follows a known command name on its line; `below` are the lines after it, which only some commands take. */
export function parseCommandArguments(
  name: string,
  rest: string,
  where: CommandThread,
  below: string,
): ParsedArguments {
  switch (name) {
    case 'approve':
      return parseApprove(rest, where)
    case 'reject':
      return parseReject(joinText(rest, below), where)
    case 'replan':
      return parseReplan(joinText(rest, below))
    case 'answer':
      return command({
        kind: 'answer',
        text: below.trim() === '' && withoutCourtesy(rest) === '' ? '' : joinText(rest, below),
      })
    case 'waive':
      return parseWaive(rest, where)
    case 'tune':
      return parseTune(joinText(withoutCourtesy(rest), below))
    case 'stop':
      return command({ kind: 'stop', why: rest })
    default:
      return parseWords(name, withoutCourtesy(rest), where)
  }
}

/** `/pause for lunch`, and not `/pause everything`; nor what it is to wait for, as in `/resume after T2`. */
const remarks = {
  pause: /^(?:for|until|till|while|because|since|now)\b/i,
  resume: /^(?:because|since|now)\b/i,
}

/** Of commands that take no text of people's own. */
function parseWords(name: string, rest: string, where: CommandThread): ParsedArguments {
  switch (name) {
    case 'retry':
      return rest === '' ? command({ kind: 'retry', task: null }) : parseOneTask('retry', rest)
    case 'split':
      return rest === '' ? problem(recordText('it must name the task')) : parseOneTask('split', rest)
    case 'assign':
      return parseAssign(rest, where)
    case 'doctor':
      if (rest === '') return command({ kind: 'doctor', fix: false })
      return /^(--)?fix$/i.test(rest)
        ? command({ kind: 'doctor', fix: true })
        : problem(recordText('{said} is not one of its options', { said: quote(rest) }))
    case 'export':
      return parseExport(rest)
    case 'pause':
    case 'resume':
      return rest === '' || remarks[name].test(rest)
        ? command({ kind: name })
        : problem(recordText('it takes no arguments'))
    case 'plan':
    case 'status':
    case 'list':
    case 'config':
    case 'help':
      return rest === '' ? command({ kind: name }) : problem(recordText('it takes no arguments'))
    default:
      throw new Error(`no arguments known for /${name}`)
  }
}

/** One task; behind `/retry` a remark may follow (`/retry T2 now`), and neither another task nor a condition. How to split nobody can say here. */
function parseOneTask(kind: 'retry' | 'split', rest: string): ParsedArguments {
  const { first, others } = firstOf(rest)
  if (!isTask(first)) return problem(recordText('{said} is no task', { said: quote(rest) }))
  if (kind === 'split' && others !== '')
    return problem(recordText('it takes the task alone, and {said} is more', { said: quote(others) }))
  if (!isRemark(others))
    return problem(
      recordText('it is about one task and done at once, and {said} says more; give each task a line', {
        said: quote(others),
      }),
    )
  return command({ kind, task: first.toUpperCase() })
}

/** Longest text that planning reads from a comment. */
const maxText = 16_000

/** Text that belongs to a command; what can't be seen is taken out, as from the issue itself. */
function joinText(rest: string, below: string): string {
  return freezeText('', `${rest}\n${below}`.slice(0, maxText)).body.trim()
}

function parseReplan(text: string): ParsedArguments {
  const fresh = /^(?:--)?fresh\b[:,]?/i.exec(text)?.[0] ?? ''
  return command({ kind: 'replan', guidance: text.slice(fresh.length).trim(), fresh: fresh !== '' })
}

/** The folder, in quotes or code marks where it has spaces, then what is wrong. */
function parseTune(text: string): ParsedArguments {
  const [all = '', quoted = '', plain = ''] = /^(?:[`"'“]([^`"'“”\n]{1,400})[`"'”]|(\S{1,400}))/.exec(text) ?? []
  const skill = parseSkillPath(quoted === '' ? plain.replace(/[,:;!]$/, '') : quoted)
  if (skill.kind === 'problem') return problem(skill.why)
  return command({
    kind: 'tune',
    path: skill.path,
    about: text
      .slice(all.length)
      .replace(/^[,:;]/, '')
      .trim(),
  })
}

const noWhy = recordText('it must say why, since that is what is kept instead of a result')

function parseWaive(rest: string, where: CommandThread): ParsedArguments {
  const words = rest.split(/\s+/).filter((word) => word !== '')
  if (words[0]?.toLowerCase() === 'tests') {
    const why = words.slice(1).join(' ')
    return why === '' ? problem(noWhy) : command({ kind: 'waive_tests', why })
  }
  const task = isTask(words[0] ?? '') ? (words.shift() ?? '').toUpperCase() : null
  if (task === null && where === 'issue') return problem(recordText('it must name the task'))
  const criterion = (words.shift() ?? '').toUpperCase()
  if (criterion === '') return problem(recordText('it must name the criterion, such as `AC-1`'))
  if (!/^AC-(?:0|[1-9]\d*)$/.test(criterion))
    return problem(recordText('{said} is no criterion such as `AC-1`', { said: quote(criterion) }))
  if (words.length === 0) return problem(noWhy)
  return command({ kind: 'waive', task, criterion, why: words.join(' ') })
}

function parseAssign(rest: string, where: CommandThread): ParsedArguments {
  const words = rest.split(/\s+/).filter((word) => word !== '')
  // `/assign @ada T2`, `/assign T2 to @ada` and `/assign @ada to T2` say the same.
  if (words.length === 3 && words[1]?.toLowerCase() === 'to') words.splice(1, 1)
  if (words.length === 2 && isTask(words[1] ?? '') && !isTask(words[0] ?? '')) words.reverse()
  const task = isTask(words[0] ?? '') ? (words.shift() ?? '').toUpperCase() : null
  if (task === null && where === 'issue') return problem(recordText('it must name the task'))
  const [executor, ...others] = words
  if (executor === undefined) return problem(recordText('it must say who: `@login`, or an executor'))
  if (others.length > 0)
    return problem(recordText('it takes one name, and {said} is more', { said: quote(others.join(' ')) }))
  if (!/^@?[a-z\d](?:[a-z\d_-]{0,38})(?:\[bot\])?$/i.test(executor))
    return problem(recordText('{said} is no name', { said: quote(executor) }))
  return command({ kind: 'assign', task, executor: executor.startsWith('@') ? executor : executor.toLowerCase() })
}

const exportOptions = new Set(['include-candidates', 'supporting', 'include-supporting', 'no-supporting', 'partial'])

function parseExport(rest: string): ParsedArguments {
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const options = words.map((word) => word.toLowerCase().replace(/^--/, ''))
  const unknown = options.find((option) => !exportOptions.has(option))
  if (unknown !== undefined) return problem(recordText('{said} is not one of its options', { said: quote(unknown) }))
  const without = options.includes('no-supporting')
  const supporting = options.includes('supporting') || options.includes('include-supporting')
  if (supporting && without) return problem(recordText('it asks for `supporting` and for `no-supporting`'))
  return command({
    kind: 'export',
    include_candidates: options.includes('include-candidates'),
    supporting: supporting ? true : without ? false : null,
    partial: options.includes('partial'),
  })
}
