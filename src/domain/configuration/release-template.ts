import { recordText } from '../language/message.ts'
/** How releases of exports are called, with what stands in braces filled in. */
export interface ReleaseTemplates {
  tag: string
  name: string
}

export const defaultTemplates: ReleaseTemplates = {
  tag: 'countersign-{issue}-{plan}',
  name: '{title} (#{number}): {contents}',
}

const longestTag = 180
const ofTag = ['issue', 'number', 'plan', 'date'] as const
const ofName = [...ofTag, 'title', 'contents', 'hash'] as const

type TagWord = (typeof ofTag)[number]
type NameWord = (typeof ofName)[number]

/** What is wrong with a template of a tag; undefined for a good one. */
export function findTagFault(template: string): string | undefined {
  const unknown = findUnknown(template, ofTag)
  if (unknown !== undefined) return unknown
  if (!/\{(?:issue|number)\}/.test(template))
    return recordText('it needs {issue_word} or {number_word}, or all issues would share one tag', {
      issue_word: '{issue}',
      number_word: '{number}',
    })
  const tag = fill(template, { issue: 'ISS-007', number: '7', plan: '1', date: '2026-11-21' })
  // Of what git takes, what nothing has to escape.
  const isGood = /^[A-Za-z0-9][\w.+-]*$/.test(tag) && !/\.\.|\.$|\.lock$/.test(tag) && template.length <= longestTag
  return isGood ? undefined : recordText('a tag takes letters, digits, and . _ + - between them, without slashes')
}

/** What is wrong with a template of a release's name; undefined for a good one. */
export function findNameFault(template: string): string | undefined {
  return template.trim() === '' ? recordText('a release needs a name') : findUnknown(template, ofName)
}

/** Where the release's tag is taken by other content, the next one is: `-2`, `-3`, … */
export function renderTag(template: string, manifest: TagSource, attempt: number): string {
  return `${fill(template, tagWords(manifest))}${attempt === 1 ? '' : `-${attempt}`}`
}

/** `title` and `contents` as they are to stand there. */
export function renderReleaseName(
  template: string,
  manifest: TagSource & { plan_hash: string },
  words: { title: string; contents: string },
): string {
  return fill(template, { ...tagWords(manifest), hash: manifest.plan_hash.slice(0, 7), ...words })
}

/** What a manifest says of itself. */
interface TagSource {
  issue_id: string
  plan_id: string
  exported_at: string
}

function tagWords({ issue_id: issue, plan_id: plan, exported_at: at }: TagSource): Record<TagWord, string> {
  return {
    issue,
    number: String(Number(issue.slice('ISS-'.length))),
    plan: plan.split('-').at(-1) ?? '',
    date: at.slice(0, 10),
  }
}

function fill(template: string, words: Partial<Record<NameWord, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, word: string) => words[word as NameWord] ?? whole)
}

function findUnknown(template: string, known: readonly string[]): string | undefined {
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, word = '']) => word)
    .find((one) => !known.includes(one))
  const list = known.map((word) => `{${word}}`).join(', ')
  if (unknown === undefined) return undefined
  const none = recordText('there is no {unknown_word}', { unknown_word: `{${unknown.slice(0, 40)}}` })
  return `${none}; ${recordText('there are {known_words}', { known_words: list })}`
}
