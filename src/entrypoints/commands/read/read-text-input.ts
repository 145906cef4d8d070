import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface TextInputOptions {
  maxBytes: number
  /** Where `-` reads from. */
  stdin: () => AsyncIterable<Uint8Array>
}

export type TextInput = { ok: true; text: string } | { ok: false; why: string }

/** A text file, a pipe, or standard input for `-`. What can't be read is told in a sentence: what was seen, what to do. */
export async function readTextInput(file: string, { maxBytes, stdin }: TextInputOptions): Promise<TextInput> {
  const refuse = (why: string): TextInput => ({ ok: false, why })
  const name = file === '-' ? 'standard input' : file
  let bytes: Uint8Array | undefined
  try {
    if (file !== '-' && (await stat(file)).isDirectory()) return refuse(`${name} is a folder; give a file in it`)
    bytes = await readAtMost(file === '-' ? stdin() : createReadStream(file), maxBytes)
  } catch (error) {
    return refuse(describeError(name, error))
  }
  if (bytes === undefined) return refuse(`${name} is too large: more than ${maxBytes.toLocaleString('en-US')} bytes`)
  const text = decode(bytes)
  if (text === undefined) return refuse(`${name} is no text in UTF-8; save it as such`)
  return text.trim() === '' ? refuse(`${name} is empty`) : { ok: true, text }
}

/** Undefined when there is more. */
async function readAtMost(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) return undefined
  }
  return Buffer.concat(chunks)
}

/** Undefined for what is no UTF-8, or holds bytes that no text has. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

function describeError(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no ${name}`
  if (code === 'EACCES') return `${name} can't be read: no permission`
  return `${name} can't be read: ${error instanceof Error ? error.message : String(error)}`
}
