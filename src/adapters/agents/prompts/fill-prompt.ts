import type { Prompt } from '../../../application/ports/models/language-model.ts'

/** Puts figures of ours into the `{{places}}` of a prompt; places without one stay. */
export function fillPrompt(template: Prompt, places: Readonly<Record<string, string>>): Prompt {
  const text = template.text.replaceAll(/\{\{(\w+)\}\}/g, (whole, place: string) => places[place] ?? whole)
  return { ...template, text }
}
