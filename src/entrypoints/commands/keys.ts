import { createStateMac } from '../../adapters/github/state-mac.ts'
import { renderPem } from '../../application/signing/signing-key.ts'
import type { CommandIo } from './verify.ts'

/** `countersign keys`: the public keys that the App of these settings signs with, newest first; exit code 2 without a secret. */
export function runKeys({ pem }: { pem?: boolean | undefined }, io: CommandIo): number {
  const secret = io.env['STATE_SECRET'] || io.env['WEBHOOK_SECRET']
  if (!secret) {
    io.stderr('countersign keys: STATE_SECRET is not set (nor WEBHOOK_SECRET); the keys follow from it\n')
    return 2
  }
  const { publicKeys } = createStateMac(secret, io.env['STATE_SECRET_OLD'] || null)
  for (const key of publicKeys) io.stdout(pem === true ? renderPem(key) : `${key}\n`)
  return 0
}
