import { readFile } from 'node:fs/promises'
import { findPublicKeys, holdsSignature } from '../../../application/state/signing-key.ts'
import type { HistoryTrust } from '../../../domain/records/seal/judge-history.ts'
import { findSettingsMac } from '../../settings/create-settings-mac.ts'

const answerMs = 15_000
const mostBytes = 64 * 1024

/**
 * What tells the App's commits from others here: keys that were given (as they are, in a file, or at an https address), else
 * those of `COUNTERSIGN_PUBLIC_KEY`, and the App's secret where the environment has it. Throws a sentence where there is no key.
 */
export async function readHistoryTrust(
  given: string | undefined,
  env: Record<string, string | undefined>,
): Promise<HistoryTrust> {
  const mac = findSettingsMac(env)
  const text = given ?? env['COUNTERSIGN_PUBLIC_KEY'] ?? ''
  const named = text === '' ? [] : await readKeys(text)
  const keys = [...named, ...(mac?.publicKeys ?? [])]
  return { keys: keys.length === 0 ? null : keys, holdsSignature, holdsMac: mac?.holdsCommit ?? null }
}

async function readKeys(given: string): Promise<string[]> {
  const direct = findPublicKeys(given)
  const keys = direct.length > 0 ? direct : findPublicKeys(await readPlace(given))
  if (keys.length > 0) return keys
  throw new Error(
    '--public-key takes a key (ed25519:…), a file or an https address with one; `countersign keys` prints it',
  )
}

async function readPlace(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8').catch(() => '')
  const { protocol, hostname } = new URL(place)
  // Whoever can change what comes over plain http chooses the key.
  if (protocol !== 'https:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new Error(`--public-key is read over https only, not from ${place}`)
  const answer = await fetch(place, { signal: AbortSignal.timeout(answerMs), redirect: 'error' })
  if (!answer.ok) throw new Error(`${place} answers ${answer.status}`)
  const text = await answer.text()
  if (text.length > mostBytes) throw new Error(`${place} is too long for a list of keys`)
  return text
}
