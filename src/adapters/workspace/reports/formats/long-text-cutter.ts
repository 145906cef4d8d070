const cdataOpen = '<![CDATA['
const commentOpen = '<!--'

/** Where in the XML the reading is; `value` is within quotes of a tag. */
type Place = 'text' | 'tag' | 'value' | 'cdata' | 'comment' | 'instruction' | 'declaration'

/**
 * Takes out of XML, piece by piece, what no report needs: texts, CDATA and attributes beyond `limit` characters each, and
 * comments. A parser holds each of them whole, and a suite that prints much may fill a report with one. A document with a
 * DOCTYPE is left as it is from there on.
 */
export class LongTextCutter {
  readonly #limit: number
  #place: Place = 'text'
  #quote = '"'
  /** Characters kept of the text, CDATA or attribute that is being read. */
  #kept = 0
  #isCut = false
  /** The end of the last piece that can't be told before the next one. */
  #rest = ''
  #droppedLines = 0

  constructor(limit = 32_000) {
    this.#limit = limit
  }

  /** Line ends in what was taken out so far. */
  get droppedLines(): number {
    return this.#droppedLines
  }

  cut(piece: string): string {
    const xml = this.#rest + piece
    this.#rest = ''
    let out = ''
    for (let at = 0; at < xml.length;) {
      const { text, next } = this.#step(xml, at)
      out += text
      at = next
    }
    return out
  }

  /** What was held back. */
  end(): string {
    const rest = this.#rest
    this.#rest = ''
    return rest
  }

  #step(xml: string, at: number): { text: string; next: number } {
    switch (this.#place) {
      case 'text':
        return xml[at] === '<' ? this.#open(xml, at) : this.#run(xml, at, '<', 'text')
      case 'tag':
        return this.#tag(xml, at)
      case 'value':
        return xml[at] === this.#quote ? this.#enter('tag', xml, at, 1) : this.#run(xml, at, this.#quote, 'value')
      case 'cdata':
        return this.#until(xml, at, ']]>', (text) => this.#keep(text, false))
      case 'comment':
        return this.#until(xml, at, '-->', (text) => this.#drop(text))
      case 'instruction':
        return this.#until(xml, at, '?>', (text) => text)
      case 'declaration':
        return { text: xml.slice(at), next: xml.length }
    }
  }

  #open(xml: string, at: number): { text: string; next: number } {
    const ahead = xml.slice(at, at + cdataOpen.length)
    if (ahead === cdataOpen) return this.#enter('cdata', xml, at, cdataOpen.length)
    if (ahead.startsWith(commentOpen)) return this.#enter('comment', xml, at, commentOpen.length)
    if (cdataOpen.startsWith(ahead) || commentOpen.startsWith(ahead)) return this.#hold(xml, at)
    if (ahead.startsWith('<?')) return this.#enter('instruction', xml, at, 2)
    return ahead.startsWith('<!') ? this.#enter('declaration', xml, at, 2) : this.#enter('tag', xml, at, 1)
  }

  #tag(xml: string, at: number): { text: string; next: number } {
    const end = /["'>]/g
    end.lastIndex = at
    const found = end.exec(xml)
    if (found === null) return { text: xml.slice(at), next: xml.length }
    const length = found.index - at + 1
    if (found[0] === '>') return this.#enter('text', xml, at, length)
    this.#quote = found[0]
    return this.#enter('value', xml, at, length)
  }

  /** Text or an attribute up to its end; an entity at the end of a piece waits for the rest of it. */
  #run(xml: string, at: number, end: string, place: 'text' | 'value'): { text: string; next: number } {
    const found = xml.indexOf(end, at)
    if (found !== -1) return { text: this.#keep(xml.slice(at, found), true), next: found }
    const open = xml.lastIndexOf('&')
    const isOpen = open >= at && xml.length - open < 12 && !xml.includes(';', open)
    if (!isOpen) return { text: this.#keep(xml.slice(at), true), next: xml.length }
    this.#place = place
    return open === at ? this.#hold(xml, at) : { text: this.#keep(xml.slice(at, open), true), next: open }
  }

  #until(xml: string, at: number, end: string, take: (text: string) => string): { text: string; next: number } {
    const found = xml.indexOf(end, at)
    if (found !== -1) {
      const text = take(xml.slice(at, found))
      this.#place = 'text'
      this.#begin()
      return { text: text + end, next: found + end.length }
    }
    // The beginning of the end may be the end of this piece.
    const safe = Math.max(at, xml.length - end.length + 1)
    return safe === at ? this.#hold(xml, at) : { text: take(xml.slice(at, safe)), next: safe }
  }

  #enter(place: Place, xml: string, at: number, length: number): { text: string; next: number } {
    this.#place = place
    this.#begin()
    return { text: xml.slice(at, at + length), next: at + length }
  }

  #begin(): void {
    this.#kept = 0
    this.#isCut = false
  }

  #hold(xml: string, at: number): { text: string; next: number } {
    this.#rest = xml.slice(at)
    return { text: '', next: xml.length }
  }

  /** What there is room for, no entity and no character cut in two. */
  #keep(text: string, hasEntities: boolean): string {
    if (this.#isCut) return this.#drop(text)
    const room = this.#limit - this.#kept
    this.#kept += text.length
    if (text.length <= room) return text
    this.#isCut = true
    let kept = text.slice(0, room)
    if (hasEntities && kept.lastIndexOf('&') > kept.lastIndexOf(';')) kept = kept.slice(0, kept.lastIndexOf('&'))
    kept = kept.replace(/[\ud800-\udbff]$/, '')
    this.#drop(text.slice(kept.length))
    return kept
  }

  #drop(text: string): string {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#droppedLines += 1
    return ''
  }
}
