import { parse } from 'yaml'
import { z } from 'zod'
import type { GitStore } from '../../handler/git-store.ts'
import type { Repository } from '../../world/world.ts'
import { findEntry } from '../parts/resolve-path.ts'

const options = z.array(z.union([z.string(), z.object({ label: z.string() }).transform(({ label }) => label)]))
const field = z.object({
  type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']),
  id: z.string().optional(),
  attributes: z
    .object({
      label: z.string().default(''),
      description: z.string().default(''),
      placeholder: z.string().default(''),
      value: z.string().default(''),
      render: z.string().optional(),
      multiple: z.boolean().default(false),
      options: options.default([]),
    })
    .prefault({}),
  validations: z.object({ required: z.boolean().default(false) }).prefault({}),
})
const form = z.object({
  name: z.string(),
  description: z.string().default(''),
  title: z.string().default(''),
  labels: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((label) => label.trim()))])
    .default([]),
  body: z.array(field),
})

export type IssueForm = z.infer<typeof form> & { file: string }
export type IssueFormField = IssueForm['body'][number]

const folder = '.github/ISSUE_TEMPLATE'

/** The issue forms on the default branch; files that are no valid form are left out, as on GitHub. */
export async function readIssueForms(git: GitStore, repository: Repository): Promise<IssueForm[]> {
  const head = await git.readRef(`refs/heads/${repository.defaultBranch}`)
  const entry = head === undefined ? undefined : await findEntry(git, head, folder)
  if (entry?.type !== 'tree') return []
  const files = (await git.readTree(entry.sha, false)).filter(
    ({ path }) => /\.ya?ml$/.test(path) && !path.startsWith('config.'),
  )
  const forms = await Promise.all(
    files.map(async ({ path, sha }) => parseForm(path, new TextDecoder().decode(await git.readBlob(sha)))),
  )
  return forms.filter((found) => found !== undefined)
}

function parseForm(file: string, text: string): IssueForm | undefined {
  let value: unknown
  try {
    value = parse(text)
  } catch {
    return undefined
  }
  const parsed = form.safeParse(value)
  return parsed.success ? { ...parsed.data, file } : undefined
}

/** Name of a field in the HTML form. */
export function nameField(index: number): string {
  return `field-${index}`
}

/** The issue body GitHub makes of a filled form: a heading for each field, `_No response_` where empty. */
export function renderFormBody(issueForm: IssueForm, answers: (name: string) => string[]): string {
  const sections = issueForm.body.flatMap((item, index) =>
    item.type === 'markdown'
      ? []
      : [`### ${item.attributes.label}\n\n${renderAnswer(item, answers(nameField(index)))}`],
  )
  return sections.join('\n\n')
}

function renderAnswer(item: IssueFormField, answers: string[]): string {
  if (item.type === 'checkboxes') {
    return item.attributes.options.map((option) => `- [${answers.includes(option) ? 'X' : ' '}] ${option}`).join('\n')
  }
  const answer = answers.join(', ').replaceAll('\r\n', '\n').trim()
  if (answer === '') return '_No response_'
  return item.type === 'textarea' && item.attributes.render
    ? `\`\`\`${item.attributes.render}\n${answer}\n\`\`\``
    : answer
}
