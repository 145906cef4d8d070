import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SkillSource } from '../../src/domain/tuning/read/skill.ts'

/** A small skill, and whether a pattern is met in it. `place` is file and line of the case. */
export interface LabelledCase {
  pattern: string
  isMet: boolean
  place: string
  files: SkillSource[]
}

/** `labelled` is what detectors are written by; `held-apart` only tells how good they are. */
export type CaseSet = 'labelled' | 'held-apart'

/** Cases of `cases/<set>/*.txt`; what their lines mean is in `cases/README.md`. */
export async function readCases(set: CaseSet): Promise<LabelledCase[]> {
  const folder = fileURLToPath(new URL(`cases/${set}/`, import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  const texts = await Promise.all(names.map(async (name) => ({ name, text: await readFile(folder + name, 'utf8') })))
  return texts.flatMap(({ name, text }) => parseCases(name, text))
}

export function parseCases(name: string, text: string): LabelledCase[] {
  const found: (Omit<LabelledCase, 'files'> & { lines: string[] })[] = []
  let pattern = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('# ')) pattern = line.slice(2).trim()
    else if (/^[+-] /.test(line)) {
      found.push({ pattern, isMet: line.startsWith('+'), place: `${name}:${index + 1}`, lines: [line.slice(2)] })
    } else if (line.startsWith('  ')) found.at(-1)?.lines.push(line.slice(2))
  }
  return found.map(({ lines, ...rest }) => ({ ...rest, files: buildSkill(lines) }))
}

function buildSkill(lines: readonly string[]): SkillSource[] {
  const front = ['name: case', 'description: A case.']
  const files = new Map<string, string[]>([['SKILL.md', []]])
  let path = 'SKILL.md'
  for (const line of lines) {
    const [, macro, rest = ''] = /^@(\w+) ?(.*)$/.exec(line) ?? []
    if (macro === 'auto') front.push('execution_mode: autonomous')
    else if (macro === 'tools') front.push(`allowed-tools: ${rest}`)
    else if (macro === 'phases') addPhases(files, rest.split(' | '))
    else if (macro === 'file') {
      path = rest
      files.set(path, files.get(path) ?? [])
    } else files.get(path)?.push(...splitLines(line))
  }
  return [...files].map(([at, body]) => ({
    path: at,
    text: `${at === 'SKILL.md' ? `---\n${front.join('\n')}\n---\n` : ''}${renderBody(at, body)}`,
  }))
}

const phaseNames = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

function addPhases(files: Map<string, string[]>, bodies: readonly string[]): void {
  for (const [index, body] of bodies.entries()) {
    files.set(`phases/0${index + 1}-${phaseNames[index]}.md`, [`# Phase ${index + 1}`, '', ...splitLines(body)])
  }
}

function splitLines(text: string): string[] {
  return text.split(/ ?⏎ ?/)
}

function renderBody(path: string, lines: readonly string[]): string {
  const isCode = /\.(?:js|ts|py|sh)$/.test(path)
  let out = ''
  let fence: string | undefined
  for (const line of lines) {
    const [, macro, rest = ''] = /^@(\w+) ?(.*)$/.exec(line) ?? []
    const language = macro === 'js' || macro === 'py' || macro === 'ts' || macro === 'sh' ? macro : undefined
    if (fence !== undefined && language !== fence) {
      out += '```\n\n'
      fence = undefined
    }
    if (language !== undefined) {
      if (fence === undefined) out += `\n\`\`\`${language}\n`
      fence = language
      out += `${rest}\n`
    } else if (macro === 'pad') out += `\n${pad(Number(rest))}\n`
    else if (macro === 'jspad') out += `// ${pad(Number(rest)).replaceAll('\n', '\n// ')}\n`
    else if (macro === 'state') out += renderState(rest.split(' '))
    else out += isCode || /^(?:\||[-*] |\d+\. )/.test(line) ? `${line}\n` : `${line}\n${line === '' ? '' : '\n'}`
  }
  return fence === undefined ? out : `${out}\`\`\`\n`
}

function renderState(fields: readonly string[]): string {
  const lines = fields.map((field) => `  ${field.replace('[]', '')}: ${field.endsWith('[]') ? 'string[]' : 'string'}`)
  return `\n\`\`\`ts\ninterface State {\n${lines.join('\n')}\n}\n\`\`\`\n\n`
}

const words = 'each page of the manual has its place among others and tells what readers look for there'.split(' ')

/** Prose of that many characters that says nothing. */
function pad(characters: number): string {
  let text = ''
  for (let at = 0; text.length < characters; at += 1) {
    text += `${words[(at * 7 + Math.floor(at / 16)) % words.length]}${at % 12 === 11 ? '.\n' : ' '}`
  }
  return text.slice(0, characters)
}
