import { readFile } from 'node:fs/promises'
import type { CommandIo } from '../verify.ts'

const form = new URL('../../../../examples/issue-form.yml', import.meta.url)

/** `countersign issue-form`: a form for `.github/ISSUE_TEMPLATE` that asks for what a plan needs. */
export async function runIssueForm(io: Pick<CommandIo, 'stdout'>): Promise<number> {
  io.stdout(await readFile(form, 'utf8'))
  return 0
}
