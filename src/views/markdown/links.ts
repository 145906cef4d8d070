import type { Review } from '../../domain/records/review.ts'
import { verdictPath } from '../../domain/records/review.ts'

/** Addresses of the very things that views talk about. */
export interface Links {
  issue: () => string
  comment: (id: number) => string
  pull: (number: number) => string
  review: (pullNumber: number, reviewId: number) => string
  commit: (sha: string) => string
  compare: (baseSha: string, headSha: string) => string
  branch: (name: string) => string
  /** A file as it was in a commit. */
  blob: (sha: string, path: string) => string
  /** A file on the default branch of a repository, `owner/name`. */
  file: (repository: string, path: string) => string
  /** A file on the workflow branch. */
  workflowFile: (path: string) => string
  /** A folder there. */
  workflowFolder: (path: string) => string
  verdictFile: (review: Pick<Review, 'check_task_id' | 'review_id' | 'verdict'>) => string
  /** A page of the documentation; null where no place for it is known. */
  docs: (page: string) => string | null
}

export interface LinkPlace {
  /** `https://github.com`, without a slash at the end. */
  web: string
  /** `owner/name`. */
  repository: string
  issueNumber: number
  workflowBranch: string
  /** Folder the documentation is read in. */
  docs?: string
}

/** Links of one issue in one repository; no I/O. */
export function buildLinks(place: LinkPlace): Links {
  const base = `${place.web}/${encodePath(place.repository)}`
  const issue = `${base}/issues/${place.issueNumber}`
  const blob = (ref: string, path: string) => `${base}/blob/${encodePath(ref)}/${encodePath(path)}`
  const workflowFile = (path: string) => blob(place.workflowBranch, path)
  return {
    issue: () => issue,
    comment: (id) => `${issue}#issuecomment-${id}`,
    pull: (number) => `${base}/pull/${number}`,
    review: (pullNumber, reviewId) => `${base}/pull/${pullNumber}#pullrequestreview-${reviewId}`,
    commit: (sha) => `${base}/commit/${encodePath(sha)}`,
    compare: (baseSha, headSha) => `${base}/compare/${encodePath(baseSha)}...${encodePath(headSha)}`,
    branch: (name) => `${base}/tree/${encodePath(name)}`,
    blob,
    file: (repository, path) => `${place.web}/${encodePath(repository)}/blob/HEAD/${encodePath(path)}`,
    workflowFile,
    workflowFolder: (path) => `${base}/tree/${encodePath(place.workflowBranch)}/${encodePath(path)}`,
    verdictFile: (review) => workflowFile(verdictPath(review)),
    docs: (page) => (place.docs === undefined ? null : `${place.docs}/${encodePath(page)}`),
  }
}

// Parentheses would end a Markdown link, quotes an HTML attribute.
function encodePath(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, toPercent))
    .join('/')
}

// Browsers and GitHub take no more, and a comment's room is limited.
const longestUrl = 2_000

/** A Markdown link; `text` is Markdown already. Anything but http(s) of a usable length stays text. */
export function linkTo(text: string, url: string | null): string {
  const parsed = url === null ? null : URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.href.length > longestUrl) return text
  return `[${text}](${parsed.href.replace(/[()<>|\\]/g, toPercent)})`
}

function toPercent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}
