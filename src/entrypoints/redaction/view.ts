import type { Range } from './find-shapes.ts'

/** A text made of another one, and where in that one a part of it comes from. */
export interface View {
  readonly text: string
  locate(range: Range): Range
}

export function viewOf(text: string): View {
  return { text, locate: (range) => range }
}

/** What stands in a view instead of a part of it; without `places`, every character of it stands for the whole part. */
export interface Replacement {
  text: string
  /** From where to where within the part a character of `text` comes from. */
  places?: (at: number) => Range
}

/**
 * The view with all that `pattern` (global) finds replaced by something that is no longer. Linear where the pattern is;
 * the places are looked for only once somebody asks, which is rare.
 */
export function rewrite(view: View, pattern: RegExp, replace: (found: string) => Replacement): View {
  const text = view.text.replaceAll(pattern, (found) => replace(found).text)
  if (text === view.text) return view
  let places: Places | undefined
  return {
    text,
    locate([start, end]) {
      places ??= findPlaces(view.text, pattern, replace)
      return view.locate([places.starts[start] ?? 0, places.ends[end - 1] ?? 0])
    },
  }
}

interface Places {
  starts: Int32Array
  ends: Int32Array
}

function findPlaces(text: string, pattern: RegExp, replace: (found: string) => Replacement): Places {
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  let length = 0
  const add = (start: number, end: number) => {
    starts[length] = start
    ends[length] = end
    length += 1
  }
  let next = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    for (; next < index; next += 1) add(next, next + 1)
    const { text: put, places = (): Range => [0, found.length] } = replace(found)
    for (let at = 0; at < put.length; at += 1) {
      const [start, end] = places(at)
      add(index + start, index + end)
    }
    next = index + found.length
  }
  for (; next < text.length; next += 1) add(next, next + 1)

  return { starts, ends }
}
