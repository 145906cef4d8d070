import { html } from 'hono/html'
import type { Markup } from '../page.ts'

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** An ISO time for people, in UTC; nothing where it can't be read. */
export function renderTime(iso: string | null): Markup | '' {
  const time = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? '' : html`<time datetime="${iso}" title="${iso}">${format.format(time)}</time>`
}

/** The time between two ISO times in words: `12 s`, `3 min 4 s`. */
export function renderDuration(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A size in bytes for people: `17 B`, `1.9 kB`. */
export function renderSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
