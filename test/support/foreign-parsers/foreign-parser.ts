/** Something that reads text of others in the server. */
export interface ForeignParser {
  name: string
  /** The sources that it stands in, from `src/`; what those import is played with them. */
  modules: readonly string[]
  /** What its text is made of, beside what any text is made of. */
  pieces: readonly string[]
  read: (text: string) => unknown
}
