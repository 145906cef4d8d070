import { readFile } from 'node:fs/promises'

const form = new URL('../../../../examples/issue-form.yml', import.meta.url)
const workflow = new URL('../../../../examples/workflows/countersign-export.yml', import.meta.url)

/** Texts that are proposed where the App is installed. */
export async function readOnboardingFiles(): Promise<{ form: string; workflow: string }> {
  const [formText, workflowText] = await Promise.all([readFile(form, 'utf8'), readFile(workflow, 'utf8')])
  return { form: formText, workflow: workflowText }
}
