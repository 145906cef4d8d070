import { extname } from 'node:path'
import { LineCounter, parseAllDocuments } from 'yaml'
import { maxParsedBytes } from './max-parsed-bytes.ts'
import type { Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

export type ParsedContent =
  | { kind: 'parsed'; format: string; values: unknown[] }
  | { kind: 'broken'; reason: string }
  | { kind: 'unknown'; reason: string }

/** Reads a file as what its name says it is, or as another `extension` says. `values` are its documents. */
export function parseContent({ path, bytes }: Target, extension = extname(path)): ParsedContent {
  if (bytes.length > maxParsedBytes) {
    return {
      kind: 'broken',
      reason: recordText('{path} has {bytes} bytes, more than the {most} that are parsed', {
        path,
        bytes: bytes.length,
        most: maxParsedBytes,
      }),
    }
  }
  const text = decode(bytes)
  if (text === undefined) return { kind: 'broken', reason: recordText('{path} is not UTF-8 text', { path }) }
  switch (extension.toLowerCase()) {
    case '.json':
    case '.geojson':
    case '.webmanifest':
      return parseJsonContent(path, [text])
    case '.ndjson':
    case '.jsonl':
      return parseJsonContent(path, text.replace(/\n$/, '').split('\n'))
    case '.yaml':
    case '.yml':
      return parseYaml(path, text)
    case '.md':
    case '.txt':
      return { kind: 'parsed', format: 'UTF-8 text', values: [text] }
    default:
      return { kind: 'unknown', reason: recordText('no parser for {path}', { path }) }
  }
}

function parseJsonContent(path: string, lines: readonly string[]): ParsedContent {
  const values: unknown[] = []
  for (const [index, line] of lines.entries()) {
    try {
      values.push(JSON.parse(line))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const at = lines.length > 1 ? index + 1 : (/\(line (\d+)/.exec(message)?.[1] ?? 1)
      return { kind: 'broken', reason: `${path}:${at}: ${message.slice(0, 200)}` }
    }
  }

  return { kind: 'parsed', format: 'JSON', values }
}

/** Aliases are not resolved while errors are looked for, and only a few when values are: no bombs. */
function parseYaml(path: string, text: string): ParsedContent {
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false })
  const values: unknown[] = []
  for (const document of documents) {
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0])
      return { kind: 'broken', reason: `${path}:${line}:${col}: ${error.message.slice(0, 200)}` }
    }
    try {
      values.push(document.toJS({ maxAliasCount: 100 }))
    } catch (error_) {
      const message = error_ instanceof Error ? error_.message : String(error_)
      return { kind: 'broken', reason: `${path}: ${message.slice(0, 200)}` }
    }
  }

  return { kind: 'parsed', format: 'YAML', values }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
