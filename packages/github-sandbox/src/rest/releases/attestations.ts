import { recordOf, textOf } from '../../handler/body-value.ts'
import type { Routes } from '../../handler/route.ts'
import { validationFailed } from '../../handler/validation-failed.ts'

export const attestationRoutes: Routes = {
  'POST /repos/{owner}/{repo}/attestations': (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'attestations', 'write')
    const bundle = recordOf(context.body['bundle'])
    if (textOf(bundle['mediaType']) === undefined)
      throw validationFailed({ resource: 'Attestation', field: 'bundle', code: 'invalid' })
    const id = context.newId()
    repo.attestations = [...(repo.attestations ?? []), { id, bundle, createdAt: context.now() }]

    return { status: 201, body: { id } }
  },
}
