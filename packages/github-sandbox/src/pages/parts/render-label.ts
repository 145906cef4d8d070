import { html } from 'hono/html'
import type { Repository } from '../../world/world.ts'
import type { Markup } from '../page.ts'

/** A label in its colour; the text black or white, whichever reads better on it. */
export function renderLabel(repository: Repository, name: string): Markup {
  const label = repository.labels.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
  const color = /^[0-9a-f]{6}$/i.test(label?.color ?? '') ? (label?.color ?? '') : 'ededed'
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const ink = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 115 ? '#1f2328' : '#ffffff'
  return html`<span class="label" style="--label:#${color};--ink:${ink}" title="${label?.description ?? ''}"
    >${label?.name ?? name}</span
  >`
}
