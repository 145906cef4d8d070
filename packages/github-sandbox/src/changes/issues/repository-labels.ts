import type { ChangeContext } from '../../handler/change-context.ts'
import { emitLabel } from './emit-label.ts'
import { refuseLongText, validationFailed } from '../../handler/validation-failed.ts'
import type { Label, Repository } from '../../world/world.ts'

const nameLimitCharacters = 50
const descriptionLimitCharacters = 100

/** The repository's label of that name; names are compared without case. */
export function findLabel(repo: Repository, name: string): Label | undefined {
  return repo.labels.find((label) => label.name.toLowerCase() === name.toLowerCase())
}

/** Makes a label in GitHub's grey. */
export function addLabel(context: ChangeContext, repo: Repository, name: string, sender: string): Label {
  const label = { id: context.newId(), name, color: 'ededed', description: null }
  repo.labels.push(label)
  emitLabel(context, repo, label, sender, 'created')

  return label
}

/** Throws 422 for a name of nothing or more than 50 characters and a description of more than 100. */
export function refuseBadLabel(label: { name: string; description: string | null }): void {
  if (label.name.trim() === '') throw validationFailed({ resource: 'Label', field: 'name', code: 'missing_field' })
  refuseLongText('Label', 'name', label.name, nameLimitCharacters)
  refuseLongText('Label', 'description', label.description ?? '', descriptionLimitCharacters)
}
