/** What a kind of XML report does with its elements. */
export interface ElementReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** True where the text up to the next tag is of interest; the rest is not kept. */
  wantsText(): boolean
  text(text: string): void
  close(name: string): void
}
