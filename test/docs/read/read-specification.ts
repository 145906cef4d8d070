import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './read-pages.ts'

/** A rule of docs/specification, with the lines that stand below it. */
export interface Rule {
  page: string
  id: string
  /** Number of the section that it stands in: `3.2`. */
  section: string
  /** Below "kept": where. */
  kept: string[]
  /** Below "shown": test files, each with the titles that are named. */
  shown: { file: string; titles: string[] }[]
  /** Words of the lines below the rule: `kept`, `shown`, `in part`, `otherwise`, `not built`. */
  marks: string[]
}

export interface SpecificationPage {
  /** `spec 003` or `design`, as comments cite it. */
  cited: string
  path: string
  text: string
  /** Numbers of its sections. */
  sections: string[]
  rules: Rule[]
}

const folder = 'docs/specification'

export async function readSpecification(): Promise<SpecificationPage[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(names.map(readPage))
}

async function readPage(name: string): Promise<SpecificationPage> {
  const path = `${folder}/${name}`
  const text = await readFile(join(root, path), 'utf8')
  const number = /^\d{3}/.exec(name)?.[0]
  const parts = text.split(/^##+ §?(?=\d)/m).slice(1)
  const sections = parts.map((part) => /^[\d.]+/.exec(part)?.[0] ?? '')
  const rules = parts.flatMap((part, index) => readRules(path, sections[index] ?? '', part))
  return { cited: number === undefined ? 'design' : `spec ${number}`, path, text, sections, rules }
}

function readRules(page: string, section: string, part: string): Rule[] {
  return part
    .split(/^- \*\*/m)
    .slice(1)
    .map((text): Rule => {
      const lines = [...text.matchAll(/^ {2}- ([a-z ]+): (.*)$/gm)].map(([, mark = '', rest = '']) => ({ mark, rest }))
      const restOf = (mark: string) => lines.filter((line) => line.mark === mark).map(({ rest }) => rest)
      return {
        page,
        id: text.slice(0, text.indexOf('**')),
        section,
        kept: restOf('kept').flatMap(findPaths),
        shown: restOf('shown').flatMap(readShown),
        marks: lines.map(({ mark }) => mark),
      }
    })
}

/** Each path with the titles in quotes that follow it. */
function readShown(line: string): Rule['shown'] {
  return line
    .split(/(?=`test\/)/)
    .filter((piece) => piece.startsWith('`test/'))
    .map((piece) => ({
      file: findPaths(piece)[0] ?? '',
      titles: [...piece.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }))
}

/** Paths of this repository in code spans. */
export function findPaths(text: string): string[] {
  return [...text.matchAll(/`((?:src|test|bench|demo|scripts|docs|bin|schemas|examples|packages)\/[^`\s]*)`/g)].map(
    ([, path = '']) => path,
  )
}
