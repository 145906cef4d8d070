import type { Element, Root } from 'hast'
import { linkFile } from '../links.ts'
import { readText, visitElements } from './visit-elements.ts'

/** Where a rendered file lies, for its relative links. */
export interface FilePlace {
  base: string
  ref: string
  path: string
}

/** Relative links of a file lead to files of the same ref, relative pictures to their bytes; headings get anchors. */
export function linkFiles(tree: Root, place: FilePlace): void {
  visitElements(tree, (element) => {
    if (/^h[1-6]$/.test(element.tagName)) element.properties['id'] ??= makeSlug(readText(element))
    if (element.tagName === 'a') resolveLink(element, 'href', 'blob', place)
    if (element.tagName === 'img') resolveLink(element, 'src', 'raw', place)
  })
}

function resolveLink(element: Element, property: 'href' | 'src', kind: 'blob' | 'raw', place: FilePlace): void {
  const link = element.properties[property]
  if (typeof link !== 'string' || /^([a-z][a-z\d+.-]*:|#|\/\/)/i.test(link)) return
  const url = URL.parse(link, new URL(`http://file/${encodeURI(place.path)}`))
  if (!url) return
  const path = decodeURIComponent(url.pathname.slice(1))
  element.properties[property] = `${linkFile(place.base, kind, place.ref, path)}${url.hash}`
}

function makeSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
