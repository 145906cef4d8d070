import { z } from 'zod'
import type { HistoryCommit } from '../../domain/records/seal/judge-history.ts'
import { parseJson } from '../../domain/text/parse-json.ts'

/** One line of the audit log: what happened, who did it, and the commit of the workflow branch that recorded it. */
export interface AuditLine {
  schema_version: 1
  /** When it happened, ISO 8601. */
  at: string
  /** `ISS-007`. */
  issue: string
  event: 'trail' | 'verdict'
  /** Login of who did it; null: nobody but the bot. */
  by: string | null
  text: string
  /** Of a verdict: the file with its grounds. */
  path: string | null
  commit: string
}

const auditedRecord = /^\.workflow\/issues\/(ISS-\d+)\.json$/
const auditedVerdict = /^workspace\/reviews\/[\w-]{36}\/[\w-]{36}\/(APPROVED|REJECTED)\.md$/

/** What an audit reads of a record; of those of any version. */
const AuditedSchema = z.object({
  trail: z.array(z.object({ at: z.string(), text: z.string(), by: z.string().nullable() })).default([]),
})

/**
 * All that the workflow branch recorded since a day (`2026-11-23`, or ISO 8601), oldest first: each entry of a trail once,
 * with the commit that brought it, and each verdict file.
 */
export async function* listAudit(
  commits: readonly HistoryCommit[],
  readBlob: (id: string) => Promise<Uint8Array>,
  since: string,
): AsyncGenerator<AuditLine> {
  const told = new Set<string>()
  for (const { sha, committedAt, changes, message } of commits) {
    const recorded = new Date(committedAt).toISOString()
    if (recorded < since) continue
    let issue = /^(ISS-\d+)/.exec(message)?.[1] ?? ''
    for (const { path, blob } of changes ?? []) {
      const id = auditedRecord.exec(path)?.[1]
      if (id === undefined || blob === null) continue
      issue = id
      const record = AuditedSchema.safeParse(parseJson(new TextDecoder().decode(await readBlob(blob))))
      for (const { at, text, by } of record.data?.trail ?? []) {
        const key = `${id} ${at} ${text}`
        if (at < since || told.has(key)) continue
        told.add(key)
        yield { schema_version: 1, at, issue: id, event: 'trail', by, text, path: null, commit: sha }
      }
    }
    for (const { path, blob } of changes ?? []) {
      const verdict = auditedVerdict.exec(path)?.[1]
      if (verdict === undefined || blob === null) continue
      const text = verdict === 'APPROVED' ? 'a version was approved' : 'a version was rejected'
      yield { schema_version: 1, at: recorded, issue, event: 'verdict', by: null, text, path, commit: sha }
    }
  }
}
