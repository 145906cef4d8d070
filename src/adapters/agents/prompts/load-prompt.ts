import { readFileSync } from 'node:fs'
import type { Prompt } from '../../../application/ports/models/language-model.ts'

/** Versions are counted up with each change of a file, so that receipts tell them apart. */
const versions = {
  'answer-once': 1,
  'cut-task': 1,
  'estimate-tasks': 1,
  'plan-issue': 1,
  'read-skill': 1,
  'review-plan': 1,
  'review-version': 1,
  'suspect-causes': 1,
  'use-tools': 1,
} as const

/** Instructions of ours, by the name of the file beside this one. */
export function loadPrompt(name: keyof typeof versions): Prompt {
  const text = readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8')
  return { name: `${name}@${versions[name]}`, text }
}
