import { createHmac, hkdfSync } from 'node:crypto'
import { createStateMac, type StateMac } from '../../src/adapters/github/workflow-branch/state-mac.ts'
import { changesDigest } from '../../src/domain/records/seal/state-seal.ts'

/** Seals commits as they were sealed before they named their repository and were signed. */
export function createUnnamedMac(secret: string): StateMac {
  const key = Buffer.from(hkdfSync('sha256', secret, 'countersign', 'state-commit', 32))
  return {
    ...createStateMac(secret),
    trailers({ parent, ops, changes }) {
      const digest = changesDigest(changes)
      const text = [parent ?? 'none', ...ops, digest].join('\n')
      return [
        ...ops.map((op) => `Countersign-Op: ${op}`),
        `Countersign-Changes: ${digest}`,
        `Countersign-Mac: ${createHmac('sha256', key).update(text).digest('hex')}`,
      ]
    },
  }
}
