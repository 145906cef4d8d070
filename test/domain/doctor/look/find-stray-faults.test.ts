import { expect, test } from 'vitest'
import { findStrayFaults } from '../../../../src/domain/doctor/look/find-stray-faults.ts'

const known = { issueIds: new Set(['ISS-007']), taskIds: new Set(['task-1', 'check-1']) }

test('branches and folders of known issues, and the workflow branch itself, are no strays', () => {
  const branches = ['countersign/workflow', 'countersign/ISS-007/1/base', 'countersign/ISS-007/9/T1']
  const folders = ['workspace/artifacts/task-1', 'workspace/reviews/check-1']

  expect(findStrayFaults(known, branches, folders)).toEqual([])
})

test('what belongs to no issue is named, and nothing would be removed', () => {
  const branches = ['countersign/ISS-008/1/T1', 'countersign/notes']
  const folders = ['workspace/artifacts/task-2']

  const findings = findStrayFaults(known, branches, folders)

  expect(findings.map(({ code, fix }) => [code, fix])).toEqual([
    ['branch_unknown', null],
    ['branch_unknown', null],
    ['file_unrecorded', null],
  ])
})
