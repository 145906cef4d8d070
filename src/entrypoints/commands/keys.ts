import { renderPem } from '../../application/state/signing-key.ts'
import { findSettingsMac } from '../settings/create-settings-mac.ts'
import { explainUnreadSettings } from '../settings/explain-unread-settings.ts'
import { renewSeals } from './read/renew-seals.ts'
import type { CommandIo } from './verify.ts'

export interface KeysArguments {
  pem?: boolean | undefined
  renew?: boolean | undefined
}

/**
 * `countersign keys`: the public keys that the App of these settings signs with, newest first; exit code 2 without a
 * secret. `--renew` signs every repository's state with the newest; exit code 1 where one could not be signed.
 */
export async function runKeys({ pem, renew }: KeysArguments, io: CommandIo): Promise<number> {
  const mac = findSettingsMac(io.env)
  if (mac === null) {
    const unread = await explainUnreadSettings(io.env, ['keys'])
    const where =
      unread ??
      `say where the App’s settings are: countersign --settings FILE keys, with the file that "countersign setup" wrote (in ${process.cwd()} there is no .env with them)`
    io.stderr(
      `countersign keys: neither STATE_SECRET nor WEBHOOK_SECRET, from which the keys follow, is in the environment or in a file of --settings\n  ${where}\n`,
    )
    return 2
  }
  if (renew === true) return (await renewSeals(io.env, (line) => io.stdout(`${line}\n`))) ? 0 : 1
  for (const key of mac.publicKeys) io.stdout(pem === true ? renderPem(key) : `${key}\n`)
  return 0
}
