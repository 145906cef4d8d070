import assert from 'node:assert/strict'
import test from 'node:test'
import { formatDuration } from '../src/duration.js'

test('says seconds', () => {
  assert.equal(formatDuration(5), '5 s')
})
