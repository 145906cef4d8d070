import type { Root } from 'hast'
import { makeText, readText, visitElements } from './visit-elements.ts'

/** Marks Mermaid fences for the script in the browser that draws them; without it the source stays readable. */
export function markDiagrams() {
  return (tree: Root): void =>
    visitElements(tree, (element) => {
      const code = element.tagName === 'pre' ? element.children[0] : undefined
      if (code?.type !== 'element' || !JSON.stringify(code.properties['className'] ?? '').includes('language-mermaid'))
        return
      element.properties = { className: ['mermaid'] }
      element.children = [makeText(readText(code))]
    })
}
