import { recordText } from '../../language/message.ts'
import { type Artifact, artifactDir } from '../../records/artifact.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { type Review, verdictKeys, verdictPath } from '../../records/review.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import { broken, drift, lookAtHistory, type Looked } from '../looked.ts'

/** Versions and verdicts lie on the workflow branch, byte for byte as recorded, and nothing else beside them. */
export function checkRecordFiles(looked: Looked, execution: ExecutionRecord, facts: DoctorFacts): void {
  const named = new Set<string>()
  for (const artifact of execution.artifacts) checkVersionFiles(looked, artifact, facts, named)
  for (const review of execution.reviews) {
    named.add(verdictPath(review))
    checkVerdict(looked, review, facts)
  }
  checkStrays(looked, facts.files.keys(), named)
}

function checkVersionFiles(looked: Looked, artifact: Artifact, facts: DoctorFacts, named: Set<string>): void {
  const name = recordText('version {version} of {task}', artifact)
  for (const { path, blob, mode, sha256 } of artifact.files) {
    if (blob === null) continue
    const place = `${artifactDir(artifact)}/${path}`
    named.add(place)
    const seen = facts.files.get(place)
    looked.expect(seen !== undefined, () =>
      broken(
        'file_missing',
        [artifact.task],
        recordText('{path} of {name} is not at {place}', { path, name, place }),
        lookAtHistory,
      ),
    )
    if (seen === undefined) continue
    const same = seen.blob === blob && seen.mode === mode && (seen.sha256 === null || seen.sha256 === sha256)
    looked.expect(same, () => {
      const told = { path, name, place }
      const what =
        seen.blob !== blob
          ? recordText('{path} of {name} has other bytes at {place}', told)
          : seen.mode !== mode
            ? recordText('{path} of {name} has another mode at {place}', told)
            : recordText('{path} of {name} has another sha256 at {place}', told)
      return broken('file_differs', [artifact.task], what, lookAtHistory)
    })
  }
}

function checkVerdict(looked: Looked, review: Review, { files, verdicts }: DoctorFacts): void {
  const path = verdictPath(review)
  const seen = files.get(path)
  looked.expect(seen !== undefined && review.file !== null, () =>
    broken(
      'verdict_missing',
      [review.check],
      recordText('The verdict on {task} is not at {path}', { task: review.task, path }),
      lookAtHistory,
    ),
  )
  if (seen === undefined || review.file === null) return
  const said = verdicts.get(path)
  const differing = said == null ? [] : verdictKeys.filter((key) => said[key] !== review[key])
  const problem =
    review.file.path !== path
      ? recordText('{file} is recorded at {path}', { file: path, path: review.file.path })
      : seen.sha256 !== null && seen.sha256 !== review.file.sha256
        ? recordText('{file} was changed after it was written', { file: path })
        : said === null
          ? recordText('{file} has a front matter that can’t be read', { file: path })
          : differing.length > 0
            ? recordText('{file} has another {keys} than the record', { file: path, keys: differing.join(', ') })
            : null
  looked.expect(problem === null, () => broken('verdict_differs', [review.check], problem ?? '', lookAtHistory))
}

/** One finding for a folder, however much is in it. */
function checkStrays(looked: Looked, paths: Iterable<string>, named: ReadonlySet<string>): void {
  const strays = new Map<string, number>()
  for (const path of paths) {
    if (named.has(path)) continue
    const folder = path.split('/').slice(0, 4).join('/')
    strays.set(folder, (strays.get(folder) ?? 0) + 1)
  }
  looked.things += 1
  for (const [folder, count] of strays) {
    const what =
      count === 1
        ? recordText('{folder} has a file that no record names', { folder })
        : recordText('{folder} has {n} files that no record names', { folder, n: count })
    const next = recordText('nothing uses them; leave them, they are part of the history')
    looked.findings.push(drift('file_unrecorded', [], what, next))
  }
}
