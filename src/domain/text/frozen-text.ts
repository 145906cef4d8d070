import { removeHtmlComments } from './remove-html-comments.ts'
import { sha256Hex } from './sha256.ts'

export interface FrozenText {
  title: string
  body: string
  /** Of the title, an empty line and the body, all as frozen. */
  sha256: string
  /** How many hidden code points and HTML comments were taken out. */
  removed: number
}

/** Format characters, tag characters, U+3164 and its like, variation selectors: drawn as nothing, read by machines. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What makes a sign a picture (U+FE0F), or one of several (U+200D): taken out with the others, and nothing that hides. */
const ofEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\d#*])\uFE0F\u20E3?(?:\u200D(?=\p{Extended_Pictographic}))?|(?<=\p{Extended_Pictographic})\u200D(?=\p{Extended_Pictographic})/gu

/**
 * An issue's text as a reader sees it: what hides from the eye is removed and counted (design 7.2), line ends are `\n`,
 * the title is one line. Hidden code points go everywhere, code included; comments inside code are content and stay.
 * Every line keeps its number.
 */
export function freezeText(title: string, body: string): FrozenText {
  const seenTitle = countHidden(title)
  const seenBody = countHidden(body)
  const withoutComments = removeHtmlComments(seenBody.text)
  const frozenTitle = seenTitle.text.replaceAll(/\s+/g, ' ').trim()
  return {
    title: frozenTitle,
    body: withoutComments.text,
    sha256: sha256Hex(`${frozenTitle}\n\n${withoutComments.text}`),
    removed: seenTitle.removed + seenBody.removed + withoutComments.removed,
  }
}

function countHidden(text: string): { text: string; removed: number } {
  let removed = 0
  const shown = text.replaceAll(ofEmoji, '').replaceAll(hidden, () => {
    removed += 1
    return ''
  })
  return { text: shown.toWellFormed().replaceAll(/\r\n?/g, '\n'), removed }
}
