import { parseSafeYaml } from '../../text/parse-safe-yaml.ts'
import { parseCodeBlock } from '../code/code-block.ts'
import { parseShell } from '../shell/parse-shell.ts'
import { findNamedPaths, type SkillPage, readPage, splitIntoSentences } from './page.ts'
import { comparePhases, roleOfPath } from './role-of-path.ts'
import type { ReadSkillResult, Skill, SkillFile, SkillSource } from './skill.ts'

/**
 * A skill of its files: `SKILL.md` with front matter, Markdown as a tree, fences and scripts parsed, links resolved. Where there
 * is no `SKILL.md`, agent instructions take its place. All faults at once.
 */
export function readSkill(folderName: string, sources: readonly SkillSource[]): ReadSkillResult {
  const sorted = sources.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const start = sorted.find(({ path }) => path === 'SKILL.md') ?? sorted.find(isInstruction)
  if (start === undefined) {
    const nested = sorted.filter(({ path }) => path.endsWith('/SKILL.md')).map(({ path }) => path.slice(0, -9))
    const hint = nested.length > 0 ? ` There is one in ${nested.slice(0, 5).join(', ')}: name that folder.` : ''
    return {
      kind: 'faults',
      faults: [`There is no SKILL.md in ${folderName}, nor agent instructions such as AGENTS.md.${hint}`],
    }
  }
  const front = readFrontMatter(start)
  if (front.kind === 'faults') return front
  const paths = new Set(sorted.map(({ path }) => path))
  const files = sorted.map((source) => readSkillFile(source, paths))
  const entry = files.find(({ path }) => path === start.path)
  if (entry === undefined) return { kind: 'faults', faults: [`${start.path} could not be read.`] }
  const phases = files.filter(({ role }) => role === 'phase').toSorted((a, b) => comparePhases(a.path, b.path))
  return {
    kind: 'skill',
    skill: { ...describe(front.value, folderName, start.text, files), entry, files, phases },
  }
}

function isInstruction({ path }: SkillSource): boolean {
  return roleOfPath(path) === 'instructions'
}

function readSkillFile(source: SkillSource, paths: ReadonlySet<string>): SkillFile {
  const { path, text } = source
  const role = roleOfPath(path)
  if (role === 'script' || role === 'other') {
    const language = path.slice(path.lastIndexOf('.') + 1)
    const code = [parseCodeBlock(path, 1, language, text) ?? []].flat()
    const shell = [parseShell(path, 1, language, text) ?? []].flat()
    return { path, role, text, page: undefined, code, shell, names: [] }
  }
  const cut = cutFrontMatter(text)
  const page = readPage(cut.body, cut.line)
  const code = page.fences.flatMap(({ language, text, line }) => parseCodeBlock(path, line, language, text) ?? [])
  const shell = page.fences.flatMap(({ language, text, line }) => parseShell(path, line, language, text) ?? [])
  return { path, role, text, page, code, shell, names: findNamedFiles(path, page, paths) }
}

function findNamedFiles(from: string, page: SkillPage, paths: ReadonlySet<string>): SkillFile['names'] {
  const cells = page.tables.flatMap(({ rows }) => rows.map(({ cells, line }) => ({ text: cells.join(' | '), line })))
  const fences = page.fences.flatMap(({ text, line }) =>
    [...text.matchAll(/["'`](?:\.\/)?([\w./-]{1,200}\.[a-z]{1,6})["'`]/g)].map(([, target = '']) => ({ target, line })),
  )
  const named = [...page.blocks, ...cells].flatMap(({ text, line }) =>
    splitIntoSentences(text).flatMap((sentence) =>
      findNamedPaths(sentence).map(({ target }) => ({ target, line, sentence })),
    ),
  )
  return [...named, ...fences.map((one) => ({ ...one, sentence: '' }))].flatMap(({ target, line, sentence }) => {
    const path = [resolvePath(from, target), resolvePath('', target)].find((one) => one !== from && paths.has(one))
    return path === undefined ? [] : [{ path, line, sentence }]
  })
}

function resolvePath(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

interface CutPage {
  front: string | undefined
  body: string
  /** Line that the body begins at. */
  line: number
}

export function cutFrontMatter(text: string): CutPage {
  const none = { front: undefined, body: text, line: 1 }
  if (!/^---[ \t]*\r?\n/.test(text)) return none
  const start = text.indexOf('\n') + 1
  const end = text.startsWith('---', start) ? start - 1 : text.indexOf('\n---', start - 1)
  if (end === -1) return none
  const after = text.indexOf('\n', end + 1)
  const front = text.slice(start, Math.max(start, end + 1))
  return { front, body: after === -1 ? '' : text.slice(after + 1), line: front.split('\n').length + 2 }
}

type FrontMatter = { kind: 'value'; value: Record<string, unknown> } | { kind: 'faults'; faults: string[] }

function readFrontMatter({ path, text }: SkillSource): FrontMatter {
  const { front } = cutFrontMatter(text)
  if (front === undefined && path === 'SKILL.md')
    return { kind: 'faults', faults: [`${path} does not begin with front matter: "---", name, description, "---".`] }
  if (front === undefined || front.trim() === '') return { kind: 'value', value: {} }
  const yaml = parseSafeYaml(front, { line: 2, indent: 0 })
  if (!yaml.ok) return { kind: 'faults', faults: yaml.faults.map((fault) => `${path}: front matter: ${fault}`) }
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value))
    return { kind: 'faults', faults: [`${path}: front matter is no list of keys with values.`] }
  return { kind: 'value', value: yaml.value as Record<string, unknown> }
}

function describe(
  front: Record<string, unknown>,
  folderName: string,
  text: string,
  files: readonly SkillFile[],
): Pick<Skill, 'name' | 'mode' | 'allowedTools' | 'allowedToolsLine'> {
  const tools = front['allowed-tools'] ?? front['tools']
  const list = Array.isArray(tools) ? tools.map(String) : typeof tools === 'string' ? splitTools(tools) : undefined
  const stated = [front['execution_mode'], front['execution-mode'], front['mode']]
    .find((one) => typeof one === 'string')
    ?.toLowerCase()
  const orchestrated = files.some(({ path }) => /(?:^|\/)orchestrator\.md$/.test(path))
  const actions = files.some(({ path }) => /(?:^|\/)actions\//.test(path))
  return {
    name: typeof front['name'] === 'string' ? front['name'] : folderName,
    mode: stated === 'autonomous' || (stated === undefined && orchestrated && actions) ? 'autonomous' : 'sequential',
    allowedTools: list?.map((one) => one.trim()).filter((one) => one !== ''),
    allowedToolsLine: Math.max(1, text.split('\n').findIndex((line) => /^(?:allowed-)?tools\s*:/.test(line)) + 1),
  }
}

/** `Read, Bash(git add:*)`: commas and spaces in parentheses part nothing. */
function splitTools(text: string): string[] {
  const tools = ['']
  let depth = 0
  for (const character of text.slice(0, 10_000)) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth <= 0 && (character === ',' || character === ' ')) tools.push('')
    else tools.push((tools.pop() ?? '') + character)
  }
  return tools
}
