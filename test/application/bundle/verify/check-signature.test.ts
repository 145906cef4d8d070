import { expect, test } from 'vitest'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { checkSignature } from '../../../../src/application/bundle/verify/check-signature.ts'
import { Findings } from '../../../../src/application/bundle/findings.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import { signatureName } from '../../../../src/domain/bundle/release-names.ts'
import { appSecret, trustIn } from '../../../support/repository/prove-record.ts'

const manifest = '{"schema_version": 1}\n'

/** What is found of a manifest with this signature beside it. */
async function found(signature: string | null, trust = trustIn()) {
  const bytes = Buffer.from(signature ?? '')
  const entry = { path: signatureName, kind: 'file' as const, size: bytes.length, executable: false }
  const entries = signature === null ? [] : [entry]
  const findings = new Findings()
  const folder = memoryFolder(entries, new Map([[signatureName, bytes]]))
  await checkSignature(folder, entries, Buffer.from(manifest), trust, findings)
  return findings.all.map(({ level, code }) => `${level} ${code}`)
}

test('a manifest that the App signed is as it was exported', async () => {
  expect(await found(createStateMac(appSecret).signManifest(manifest))).toEqual(['note as_exported'])
})

test.each([
  ['by somebody else', createStateMac('a secret of a stranger').signManifest(manifest), 'doubt signature_unknown'],
  ['over another manifest', createStateMac(appSecret).signManifest('{}'), 'doubt signature_unknown'],
  ['that is none', 'nonsense', 'doubt signature_unknown'],
  ['that is not there', null, 'doubt signature_missing'],
])('a signature %s proves nothing', async (_how, signature, finding) => {
  expect(await found(signature)).toEqual([finding])
})

test('without a key no signature proves anything', async () => {
  const signature = createStateMac(appSecret).signManifest(manifest)

  expect(await found(signature, { ...trustIn(), keys: null })).toEqual(['doubt signature_unknown'])
})
