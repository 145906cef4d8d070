import type { Node, Parents, PhrasingContent } from 'mdast'

/** In comments (not in files) GitHub keeps the writer's line ends. */
export function breakLines(parent: Parents): void {
  const children: Node[] = []
  for (const child of parent.children) {
    if (child.type === 'text') children.push(...splitLines(child.value))
    else {
      if ('children' in child) breakLines(child)
      children.push(child)
    }
  }
  parent.children = children as typeof parent.children
}

function splitLines(text: string): PhrasingContent[] {
  return text.split('\n').flatMap((line, index): PhrasingContent[] => {
    const words: PhrasingContent = { type: 'text', value: line }
    return index === 0 ? [words] : [{ type: 'break' }, words]
  })
}
