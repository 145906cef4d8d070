/** As much of a browser's tree as the script that changes it needs. */
export class TinyNode {
  readonly nodeName: string
  readonly nodeType: number
  nodeValue: string | null
  parent: TinyNode | null = null
  readonly childNodes: TinyNode[] = []
  readonly #attributes: Map<string, string>

  constructor(name: string, attributes: Record<string, string>, content: readonly (TinyNode | string)[]) {
    this.nodeName = name.toUpperCase()
    this.nodeType = name === '#text' ? 3 : 1
    this.nodeValue = null
    this.#attributes = new Map(Object.entries(attributes))
    for (const part of content) this.insertBefore(typeof part === 'string' ? text(part) : part, null)
  }

  get firstChild(): TinyNode | null {
    return this.childNodes[0] ?? null
  }

  get nextSibling(): TinyNode | null {
    const others = this.parent?.childNodes ?? []
    return others[others.indexOf(this) + 1] ?? null
  }

  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('')
  }

  getAttributeNames = () => [...this.#attributes.keys()]
  getAttribute = (name: string) => this.#attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.#attributes.set(name, value)
  removeAttribute = (name: string) => void this.#attributes.delete(name)

  insertBefore(node: TinyNode, before: TinyNode | null): void {
    node.remove()
    const place = before === null ? this.childNodes.length : this.childNodes.indexOf(before)
    this.childNodes.splice(place, 0, node)
    node.parent = this
  }

  remove(): void {
    const others = this.parent?.childNodes ?? []
    if (others.includes(this)) others.splice(others.indexOf(this), 1)
    this.parent = null
  }

  toString(): string {
    if (this.nodeType === 3) return this.nodeValue ?? ''
    const attributes = [...this.#attributes].map(([name, value]) => ` ${name}=${value}`).join('')
    return `<${this.nodeName.toLowerCase()}${attributes}>${this.childNodes.join('')}</>`
  }
}

export function element(name: string, attributes: Record<string, string>, ...content: (TinyNode | string)[]): TinyNode {
  return new TinyNode(name, attributes, content)
}

function text(value: string): TinyNode {
  const node = new TinyNode('#text', {}, [])
  node.nodeValue = value
  return node
}
