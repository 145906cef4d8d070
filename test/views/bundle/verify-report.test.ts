import { expect, test } from 'vitest'
import type { VerifyReport } from '../../../src/domain/bundle/verify-report.ts'
import { renderVerifyReport } from '../../../src/views/bundle/verify-report.ts'

const approved: VerifyReport = {
  verdict: 'approved',
  layout: 'release',
  plan_id: 'SOL-ISS-007-1',
  plan_hash: 'a'.repeat(64),
  repository: 'octo/widgets',
  exported_at: '2026-11-23T07:56:19.677Z',
  manifest_sha256: 'b'.repeat(64),
  files_checked: 2,
  anchor: { kind: 'repository', repository: 'octo/widgets', commit: null, committed_at: null },
  attestation: null,
  items: [],
  candidates: [],
  findings: [],
  beside: [],
}

test('APPROVED is said of files only where there are any', () => {
  const firstLine = (report: VerifyReport) => renderVerifyReport(report).split('\n', 1)[0]

  expect(firstLine(approved)).toBe('APPROVED: these are the versions that were approved.')
  expect(firstLine({ ...approved, layout: 'manifest', files_checked: 0 })).toBe(
    'APPROVED is what the manifest names. None of its files is here, so this says nothing about files you have.',
  )
})

test('the time of the newest review is not called that of the export', () => {
  expect(renderVerifyReport(approved)).toContain('reviewed  2026-11-23T07:56:19.677Z, the newest verdict in it')
})

test.each(['other_key', 'signature_unknown'] as const)(
  'a key that did not sign it is said in the first line, and what to do (%s)',
  (code) => {
    const findings = [{ level: 'doubt', code, about: null, message: 'it is signed with another' }] as const

    const text = renderVerifyReport({ ...approved, verdict: 'self-consistent', findings: [...findings] })

    expect(text).toMatch(/^SELF-CONSISTENT only: .* it was not the key that was given that signed them\.\n/)
    expect(text).toContain('If it is the one you gave, somebody else signed this')
    expect(text).not.toContain('give --public-key')
  },
)

test('the folder of each task is named, and of each version that is not approved', () => {
  const item = { role: 'deliverable', approved_artifact_id: 'a', reviewer: '@ada', review_id: 'r', score: 1 } as const
  const T2 = { task: 'T2', task_title: '写文档' }

  const text = renderVerifyReport({
    ...approved,
    items: [{ ...item, ...T2, version: 2, files: 1, folder: 'T2_9f0c11de/' }],
    candidates: [{ ...T2, version: 1, verdict: 'REJECTED', folder: '_candidates/T2_9f0c11de/0190/' }],
  })

  expect(text).toContain(
    '  T2 写文档, version 2, 1 file (deliverable): approved by @ada with score 1.00\n     in T2_9f0c11de/\n',
  )
  expect(text).toContain(
    'Not approved, for looking at only:\n  T2 写文档, version 1 (REJECTED)\n     in _candidates/T2_9f0c11de/0190/\n',
  )
})
