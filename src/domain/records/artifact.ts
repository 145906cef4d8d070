import { z } from 'zod'
import { CriterionResultSchema } from './review.ts'

const sha1 = z.string().regex(/^[0-9a-f]{40}$/)

/** Who made a version. */
export const AuthorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('executor'), name: z.string() }),
  z.strictObject({ kind: z.literal('person'), login: z.string(), id: z.int() }),
])

/** GitHub's account for whoever isn't known any more, or never was. */
export const unknownPerson = { login: 'ghost', id: 10137 } as const

/** One path against the task's base. A deleted one has no bytes: sha256, blob, size and mode are null. */
export const ArtifactFileSchema = z.strictObject({
  path: z.string().min(1),
  status: z.enum(['added', 'modified', 'renamed', 'deleted']),
  previous_path: z.string().nullable(),
  mode: z.enum(['100644', '100755']).nullable(),
  size: z.int().nonnegative().nullable(),
  sha256: z.string().nullable(),
  blob: sha1.nullable(),
})
export type ArtifactFile = z.infer<typeof ArtifactFileSchema>

/** A criterion that a person let go. */
export const WaiverSchema = z.strictObject({
  criterion: z.string(),
  by: z.string(),
  why: z.string(),
  /** Taken over with a version of an earlier plan: it ends with that version (decision 127). */
  carried: z.literal(true).optional(),
})
export type Waiver = z.infer<typeof WaiverSchema>

/** A version of an earlier plan, and the commits it lies between. */
export const CarriedFromSchema = z.strictObject({
  task_id: z.uuid(),
  artifact_id: z.uuid(),
  base_sha: sha1,
  commit_sha: sha1,
  by: AuthorSchema,
  /** Its number, and its pull request; absent in older records. */
  version: z.int().positive().optional(),
  pull_request: z.int().positive().optional(),
  /** What people found to hold of it; absent in older records. */
  judged: z.array(CriterionResultSchema).optional(),
  /** What was waived of it, by whom; absent in older records. */
  waived: z.array(WaiverSchema).optional(),
})
export type CarriedFrom = z.infer<typeof CarriedFromSchema>

/** Why approved work of an earlier plan is done anew, though it was to be taken over. */
export const AnewSchema = z.strictObject({
  /** Files of it that were changed since, and the newest commit that did, where git knows one. */
  changed: z.array(z.strictObject({ path: z.string(), commit: z.string().nullable() })),
  /** Tasks that it builds on, and that were done anew. */
  tasks: z.array(z.string()),
})
export type Anew = z.infer<typeof AnewSchema>

/** That work, for whoever does the task now. */
export const EarlierWorkSchema = AnewSchema.extend({ from: CarriedFromSchema })

/** Approved work of another task that a version undoes, as it stood on the integration branch. */
export const UndoneSchema = z.strictObject({
  path: z.string().min(1),
  task: z.string(),
  version: z.int().positive(),
  artifact_id: z.uuid(),
  how: z.enum(['deleted', 'reverted', 'lost', 'partly', 'rewritten']),
  /** Some of its lines that are gone (`-`) or were removed by it and are there again (`+`); rewritten ones, each before what stands for it. */
  lines: z.array(z.string()).optional(),
  /** Its task depends on that one: to change it is what the plan orders. */
  by_plan: z.boolean(),
})
export type Undone = z.infer<typeof UndoneSchema>

/** One version of an ACTION's deliverable; never changed or removed (spec 003 §3.2). */
export const ArtifactSchema = z.strictObject({
  artifact_id: z.uuid(),
  /** Short id of the ACTION. */
  task: z.string(),
  task_id: z.uuid(),
  version: z.int().positive(),
  commit_sha: sha1,
  tree_sha: sha1,
  /** The integration commit it is compared with. */
  base_sha: sha1,
  branch: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  by: AuthorSchema,
  run_id: z.string().nullable(),
  /** The approved version of an earlier plan that it repeats, byte for byte. */
  carried_from: z.strictObject({ task_id: z.uuid(), artifact_id: z.uuid() }).nullable().default(null),
  files: z.array(ArtifactFileSchema),
  undoes: z.array(UndoneSchema).default([]),
})
export type Artifact = z.infer<typeof ArtifactSchema>

/** Folder of a version's files on the workflow branch (spec 003 §3.2). */
export function artifactDir(artifact: Pick<Artifact, 'task_id' | 'artifact_id'>): string {
  return `workspace/artifacts/${artifact.task_id}/${artifact.artifact_id}`
}

/** A person made it by hand: no run did, nor took it over from an earlier plan or brought it up to date. */
export function isPushed({ by, run_id: run }: Pick<Artifact, 'by' | 'run_id'>): boolean {
  return by.kind === 'person' && run === null
}

/** True when both hold the same bytes, modes and deletions, whatever commit they are in. */
export function sameContent(a: Pick<Artifact, 'files'>, b: Pick<Artifact, 'files'>): boolean {
  return contentKey(a.files) === contentKey(b.files)
}

/** True when an approval of one covers the other: the same bytes, and nothing undone that wasn't when it was given, or was merely rewritten then. */
export function coversVersion(approved: Artifact, version: Pick<Artifact, 'files' | 'undoes'>): boolean {
  const accepted = new Set(approved.undoes.map(undoneKey))
  return sameContent(approved, version) && version.undoes.every((one) => accepted.has(undoneKey(one)))
}

function undoneKey({ path, artifact_id: id, how }: Undone): string {
  return `${path}\0${id}\0${how === 'rewritten'}`
}

function contentKey(files: readonly ArtifactFile[]): string {
  const rows = files.map((file) => `${file.path}\0${file.status === 'deleted' ? '' : `${file.mode} ${file.sha256}`}`)
  return rows.toSorted().join('\n')
}
