import type { ModeDescription } from '../action-mode.ts'
import { findNameFault, findTagFault } from '../../../domain/configuration/release-template.ts'
import { flag, openFlag, optionalTime, planReference, signingServices, templateText } from '../inputs/input-kinds.ts'

export const exportMode = {
  about: 'Puts the approved versions of a plan on a release, with a manifest that proves them.',
  permissions: ['contents: write'],
  inputs: {
    plan: planReference({ about: 'Plan (SOL-ISS-007-1), or issue (ISS-007, #7, 7) for its newest plan.' }),
    'finished-since': optionalTime({
      about:
        'Instead of a plan: everything that was finished since then (2026-11-21, or 2026-11-21T03:40:00Z), each plan on a release of its own.',
    }),
    'include-candidates': flag({
      about: 'Also add the versions that are not the approved ones, under bundle/_candidates/, for looking at.',
    }),
    'include-supporting': openFlag({
      about:
        'Also add what only supports the final deliverable. Left empty, export.include_supporting of .github/countersign.yml says it, whose default is true.',
    }),
    partial: flag({ about: 'Export what is approved so far, and list what is missing.' }),
    attest: flag({
      about:
        'Also sign which workflow exported it, put that on GitHub as an attestation and on the release as attestation.sigstore.json. Takes the permissions id-token: write and attestations: write. Of a public repository the signature is in Sigstore’s public log, for ever.',
    }),
    sigstore: signingServices({
      about:
        'With attest: addresses of a Sigstore of your own (fulcio=https://… rekor=https://… timestamp=https://…). Left empty, it is the public one for a public repository, and GitHub’s for another.',
    }),
    'tag-template': templateText(findTagFault, {
      about:
        'Tag of the release, with {issue}, {number}, {plan} and {date} filled in. Left empty, export.tag of .github/countersign.yml says it.',
    }),
    'name-template': templateText(findNameFault, {
      about:
        'Name of the release, with what the tag takes, and {title}, {contents} and {hash}. Left empty, export.release_name of .github/countersign.yml says it.',
    }),
  },
  outputs: {
    tag: 'Tag of the release.',
    'manifest-sha256': 'sha256 of manifest.json, to give to "countersign verify --manifest-sha256".',
    'release-url': 'Page of the release.',
    count: 'Number of files in the bundle, the manifest not counted.',
    releases:
      'All releases as a JSON array: plan, tag, url, manifest_sha256, count, and whether it was published or found. The other outputs are of the first.',
  },
} satisfies ModeDescription
