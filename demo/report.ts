/** What the demo has to show for itself. */
export interface Report {
  verified: boolean
  seconds: number
  repository: string
  issue: number
  plan: { id: string; hash: string; tasks: number }
  versions: { task: string; version: number; verdict: string; by: string }[]
  pullRequests: { number: number; title: string; merged: boolean }[]
  release: { tag: string; url: string; manifestSha256: string; files: number }
  /** Requests of the App to the API, without git and without those of people. */
  calls: number
  isolated: boolean
}
