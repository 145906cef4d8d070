/** A repository as the App reaches it. `key` is `owner/name`. */
export interface RepositoryRef {
  readonly owner: string
  readonly name: string
  readonly key: string
  readonly installationId: number
}
