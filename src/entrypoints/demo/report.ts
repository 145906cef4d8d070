/** What the demo has to show for itself. */
export interface Report {
  verified: boolean
  seconds: number
  repository: string
  /** GitHub's number of it. */
  repositoryId: number
  issue: number
  /** The plan that was carried out. */
  plan: { id: string; hash: string; tasks: number }
  /** Versions of all plans, the oldest plan first. */
  versions: Version[]
  pullRequests: { number: number; title: string; merged: boolean }[]
  release: { tag: string; url: string; manifestSha256: string; files: number }
  /** Requests of the App to the API, without git and without those of people. */
  calls: number
  isolated: boolean
  /** What its tasks had of models, as the manifest says; null where nothing. */
  models: { calls: number; tokens: number } | null
}

export interface Version {
  plan: string
  task: string
  version: number
  verdict: string
  by: string
  /** Repeats an approved version of an earlier plan, byte for byte. */
  carried: boolean
  /** Git blobs of its files. */
  blobs: string[]
}
