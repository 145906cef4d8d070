import { readFile } from 'node:fs/promises'

/** Contents of a page's fences with this info string; an outer fence may be longer than those inside. */
export async function readFences(page: string, info: string): Promise<string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8')
  const found = text.matchAll(/^(`{3,})([^\n`]*)\n(.*?)\n\1$/gms)
  return [...found].filter((match) => match[2] === info).map((match) => match[3] ?? '')
}

export const pagesWithIssues = ['README.md', 'docs/planning.md']

/** The issues that these pages show as examples, in their order. */
export async function readExampleIssues(): Promise<{ page: string; body: string }[]> {
  const examples = await Promise.all(
    pagesWithIssues.map(async (page) => (await readFences(page, 'markdown issue')).map((body) => ({ page, body }))),
  )
  return examples.flat()
}
