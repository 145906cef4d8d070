import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import type { GitHubError } from '../../handler/route.ts'
import { refuseLongText, refuseManyBytes, validationFailed } from '../../handler/validation-failed.ts'
import type { CheckRun } from '../../world/world.ts'

const textLimitBytes = 65_535
const annotationLimit = 50
const annotationLimitBytes = 64 * 1024
const annotationTitleLimitCharacters = 255
const actionLimit = 3
const actionLimits = { label: 20, identifier: 20, description: 40 } as const

/** The fields of a check run that a request sets; throws 422 beyond GitHub's limits, whichever way it came. */
export function readCheckRunInput(body: Record<string, unknown>): Partial<CheckRun> {
  const output = body['output'] === undefined ? undefined : readOutput(recordOf(body['output']))
  const text = (key: string) => textOf(body[key])

  return withoutUndefined({
    name: text('name'),
    externalId: text('external_id'),
    detailsUrl: text('details_url'),
    startedAt: text('started_at'),
    completedAt: text('completed_at'),
    output,
    actions: body['actions'] === undefined ? undefined : readActions(listOf(body['actions'])),
    ...readState(body),
  })
}

/** The annotations of a request, at most 50. */
export function readAnnotations(body: Record<string, unknown>): Record<string, unknown>[] {
  const annotations = listOf(recordOf(body['output'])['annotations']).map(recordOf)
  if (annotations.length > annotationLimit)
    throw refusal('annotations', `annotations exceeds a maximum quantity of ${annotationLimit}`)
  for (const one of annotations) {
    for (const field of ['message', 'raw_details'])
      refuseManyBytes('CheckRun', field, textOf(one[field]) ?? '', annotationLimitBytes)
    refuseLongText('CheckRun', 'title', textOf(one['title']) ?? '', annotationTitleLimitCharacters)
  }

  return annotations
}

/** A conclusion completes a run; being completed needs one. */
function readState(body: Record<string, unknown>): Partial<CheckRun> {
  const status = textOf(body['status']) as CheckRun['status'] | undefined
  const conclusion = textOf(body['conclusion'])
  if (conclusion === 'stale') throw refusal('conclusion', 'only GitHub can set a conclusion of stale')
  if (conclusion !== undefined) return { status: 'completed', conclusion }
  if (status === 'completed')
    throw validationFailed({ resource: 'CheckRun', field: 'conclusion', code: 'missing_field' })

  return status === undefined ? {} : { status, conclusion: null, completedAt: null }
}

function readOutput(output: Record<string, unknown>): CheckRun['output'] {
  const title = textOf(output['title']) ?? null
  const summary = textOf(output['summary']) ?? null
  const text = textOf(output['text']) ?? null
  for (const [field, value] of Object.entries({ summary, text })) {
    refuseManyBytes('CheckRun', field, value ?? '', textLimitBytes)
  }

  return { title, summary, text }
}

function readActions(actions: unknown[]): CheckRun['actions'] {
  if (actions.length > actionLimit) throw refusal('actions', `actions exceeds a maximum quantity of ${actionLimit}`)

  return actions.map((action) => {
    const read = recordOf(action)
    const part = (key: keyof typeof actionLimits) => {
      const value = textOf(read[key]) ?? ''
      if (value.length > actionLimits[key])
        throw refusal('actions', `${key} exceeds a maximum length of ${actionLimits[key]}`)
      return value
    }

    return { label: part('label'), description: part('description'), identifier: part('identifier') }
  })
}

function refusal(field: string, message: string): GitHubError {
  return validationFailed({ resource: 'CheckRun', field, code: 'custom', message })
}

function withoutUndefined(fields: { [Key in keyof CheckRun]?: CheckRun[Key] | undefined }): Partial<CheckRun> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
