import { defineMode } from '../action-mode.ts'
import { flag, openFlag, planReference } from '../inputs/input-kinds.ts'

export const exportInputs = {
  plan: planReference({ about: 'Plan (SOL-ISS-007-1), or issue (ISS-007, #7, 7) for its newest plan.' }),
  'include-candidates': flag({
    about: 'Also add the versions that are not the approved ones, under bundle/_candidates/, for looking at.',
  }),
  'include-supporting': openFlag({
    about:
      'Also add what only supports the final deliverable. Left empty, export.include_supporting of .github/countersign.yml says it, whose default is true.',
  }),
  partial: flag({ about: 'Export what is approved so far, and list what is missing.' }),
}

const exportOutputs = {
  tag: 'Tag of the release.',
  'manifest-sha256': 'sha256 of manifest.json, to give to "countersign verify --manifest-sha256".',
  'release-url': 'Page of the release.',
  count: 'Number of files in the bundle, the manifest not counted.',
}
export type ExportOutput = keyof typeof exportOutputs

export const exportMode = defineMode({
  about: 'Puts the approved versions of a plan on a release, with a manifest that proves them.',
  permissions: ['contents: write'],
  inputs: exportInputs,
  outputs: exportOutputs,
  load: async () => (await import('./run-export.ts')).runExport,
})
