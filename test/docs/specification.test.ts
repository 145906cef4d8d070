import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './read/read-pages.ts'
import { findPaths, readSpecification } from './read/read-specification.ts'

const pages = await readSpecification()
const rules = pages.flatMap((page) => page.rules)
const citations = (await Promise.all(['src', 'test'].map(readCitations))).flat()

interface Citation {
  file: string
  /** `spec 003` or `design`. */
  page: string
  /** Number of the section, with the rule's letter where it has one; undefined where the whole page is meant. */
  place: string | undefined
}

async function readCitations(folder: string): Promise<Citation[]> {
  const names = (await readdir(join(root, folder), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const found = await Promise.all(
    names.map(async (name): Promise<Citation[]> => {
      const file = `${folder}/${name}`
      return findCitations(await readFile(join(root, file), 'utf8')).map((citation) => ({ file, ...citation }))
    }),
  )
  return found.flat()
}

/** `spec 003 §1.4, §3.1` are two, `design 2.4` is one, `I7` is an invariant of `design 2.8`. */
function findCitations(text: string): Omit<Citation, 'file'>[] {
  const specs = [...text.matchAll(/\bspec (00\d)((?:,? (?:and )?§[\d.]*\d[a-z]?)*)/gi)].flatMap(
    ([, number, places = '']) => {
      const named = [...places.matchAll(/§([\d.]*\d[a-z]?)/g)].map(([, place]) => place)
      return (named.length === 0 ? [undefined] : named).map((place) => ({ page: `spec ${number}`, place }))
    },
  )
  const own = [...text.matchAll(/\bdesign ([1-8](?:\.\d+)?[a-z]?)\b/gi)].map(([, place]) => ({ page: 'design', place }))
  const comments = [...text.matchAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm)].join('\n')
  const invariants = [...comments.matchAll(/\b(I\d{1,2})\b/g)].map(([, place]) => ({ page: 'design', place }))
  return [...specs, ...own, ...invariants]
}

function isThere({ page: cited, place }: Citation): boolean {
  const page = pages.find((one) => one.cited === cited)
  if (page === undefined || place === undefined) return page !== undefined
  return page.sections.includes(place) || page.rules.some(({ id }) => id === place)
}

test('citations are read as they are written', () => {
  const text = '/** One (spec 003 §1.4, §3.1 and §4; design 2.4, I7), two of spec 000. */'

  expect(findCitations(text)).toEqual([
    { page: 'spec 003', place: '1.4' },
    { page: 'spec 003', place: '3.1' },
    { page: 'spec 003', place: '4' },
    { page: 'spec 000', place: undefined },
    { page: 'design', place: '2.4' },
    { page: 'design', place: 'I7' },
  ])
})

test('every citation of a comment is a section or rule of docs/specification', () => {
  const lost = citations.filter((citation) => !isThere(citation))

  expect(citations.length).toBeGreaterThan(200)
  expect(lost.map(({ file, page, place }) => `${file}: ${page} ${place}`)).toEqual([])
})

test('every section has a rule, and every rule an id of its section', () => {
  const empty = pages.flatMap(({ cited, sections, rules: own }) =>
    sections.filter((section) => !own.some((rule) => rule.section === section)).map((section) => `${cited} ${section}`),
  )
  const misplaced = rules.filter(({ id, section }) => !/^I\d+$/.test(id) && id.replace(/[a-z]+$/, '') !== section)
  const ids = pages.flatMap(({ cited, rules: own }) => own.map(({ id }) => `${cited} ${id}`))

  expect(empty).toEqual([])
  expect(misplaced.map(({ page, id }) => `${page}: ${id}`)).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
})

test('every rule says where it is kept and what shows it, or that it is not built', () => {
  const known = ['kept', 'shown', 'in part', 'otherwise', 'not built']
  const unsaid = rules.filter(({ kept, shown, marks }) => {
    const built = kept.length > 0 && shown.length > 0 && !marks.includes('not built')
    return (
      !(built || (marks.includes('not built') && marks.length === 1)) || marks.some((mark) => !known.includes(mark))
    )
  })

  const strange = rules.filter(({ shown }) =>
    shown.some(({ file, titles }) => !file.endsWith('.test.ts') || !titles.length),
  )

  expect(unsaid.map(({ page, id }) => `${page}: ${id}`)).toEqual([])
  expect(strange.map(({ page, id }) => `${page}: ${id}`)).toEqual([])
})

test('every deviation names its decision', () => {
  const silent = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^ {2}- otherwise: (.*)$/gm)]
      .filter(([, rest = '']) => !rest.includes('](../decisions/'))
      .map(([line]) => `${path}: ${line}`),
  )

  expect(silent).toEqual([])
})

test('every file that is named is there', () => {
  const gone = pages.flatMap(({ path, text }) =>
    findPaths(text)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${path}: ${file}`),
  )

  expect(gone).toEqual([])
})

test('every test that is named is in its file', async () => {
  const gone: string[] = []
  for (const { page, id, shown } of rules) {
    for (const { file, titles } of shown) {
      const text = (await readFile(join(root, file), 'utf8').catch(() => '')).replaceAll("\\'", "'")
      gone.push(...titles.filter((title) => !text.includes(title)).map((title) => `${page} ${id}: ${title}`))
    }
  }

  expect(gone).toEqual([])
})

/** Not built, answers to questions, and what lies outside of our sources: the sandbox knows nothing of these pages. */
const citedNowhere = ['spec 003 0', 'spec 003 7', 'design 3.5', 'design 3.6']

test('sections that no comment of the sources cites are known', () => {
  const cited = new Set(
    citations
      .filter(({ file }) => file.startsWith('src/'))
      .map(({ page, place = '' }) => `${page} ${/^I\d/.test(place) ? '2.8' : place.replace(/[a-z]+$/, '')}`),
  )
  const sections = pages.flatMap((page) => page.sections.map((section) => `${page.cited} ${section}`))

  expect(sections.filter((section) => !cited.has(section))).toEqual(citedNowhere)
})
