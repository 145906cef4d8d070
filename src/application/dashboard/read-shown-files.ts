import { artifactDir } from '../../domain/records/artifact.ts'
import { verdictPath } from '../../domain/records/review.ts'
import type { Dossier, ShownFiles } from '../../views/dashboard/dossier.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'

/** Larger ones are for an editor, not for a page. */
const mostBytes = 200_000
const mostFiles = 200

/** Files of a task's versions and the verdicts on them, as far as they are texts that a page has room for. */
export async function readShownFiles(texts: BranchTexts, { execution }: Dossier, task: string): Promise<ShownFiles> {
  if (execution === null) return new Map()
  const versions = execution.artifacts.filter((one) => one.task === task)
  const reviews = execution.reviews.filter((one) => one.task === task)
  const files = versions.flatMap((version) =>
    version.files.flatMap(({ path, size }) =>
      size === null || size > mostBytes ? [] : [`${artifactDir(version)}/${path}`],
    ),
  )
  const verdicts = reviews.map((review) => review.file?.path ?? verdictPath(review))
  const read = await texts.readMany([...verdicts, ...files.slice(-mostFiles)])
  return new Map([...read].map(([path, text]) => [path, isText(text) ? text : null]))
}

function isText(text: string): boolean {
  return text.length <= mostBytes && !text.includes('\0') && !text.includes('\ufffd')
}
