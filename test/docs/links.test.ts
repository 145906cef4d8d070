import { stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readPages, root, withoutCode, type Page } from './read/read-pages.ts'

interface Link {
  page: string
  target: string
  file: string
  anchor: string | undefined
}

const pages = await readPages()

function findLinks({ path, text }: Page): Link[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']): Link[] => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor] = target.split('#')
    const resolved = file === '' ? path : relative(root, join(root, dirname(path), decodeURIComponent(file)))
    return [{ page: path, target, file: resolved, anchor }]
  })
}

/** What GitHub makes of a heading. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^(`{3,})[^\n]*\n.*?\n\1$/gms, '').matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const links = pages.flatMap(findLinks)

test('there are links to look at', () => {
  expect(links.length).toBeGreaterThan(50)
})

test('every relative link leads to a file or folder of the repository', async () => {
  const broken: string[] = []
  for (const { page, target, file } of links) {
    const there = await stat(join(root, file)).catch(() => undefined)
    if (there === undefined || file.startsWith('..')) broken.push(`${page}: ${target}`)
  }

  expect(broken).toEqual([])
})

test('every anchor is a heading of its page', () => {
  const broken = links.filter(({ file, anchor }) => {
    if (anchor === undefined) return false
    const page = pages.find(({ path }) => path === file)
    return page === undefined || !anchorsOf(page.text).includes(anchor)
  })

  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})
