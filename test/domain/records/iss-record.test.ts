import { expect, test } from 'vitest'
import { IssRecordSchema } from '../../../src/domain/records/iss-record.ts'
import { buildRecord } from '../../support/builders.ts'

test('a trail of an earlier version, whose entries name no link, is read', () => {
  const entry = { at: '2026-11-21T03:12:00Z', text: 'registered', by: 'ada', link: null }

  const record = IssRecordSchema.parse(buildRecord({ trail: [entry] }))

  expect(record.trail).toEqual([entry])
})
