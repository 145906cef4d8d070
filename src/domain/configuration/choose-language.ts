import { catalogues } from '../language/catalogues.ts'
import type { Language, LanguageSetting } from '../language/language.ts'
import { removeHtmlComments } from '../text/remove-html-comments.ts'

/** The language of the thread of an issue with this text (decision 139). */
export function chooseLanguage(setting: LanguageSetting, issue: { title: string; body: string } | null): Language {
  if (setting !== 'auto') return setting
  return issue === null ? 'en' : readLanguage(`${issue.title}\n${issue.body}`)
}

const mostRead = 20_000

/** Code, links and comments are nobody's. What no catalogue takes for its own is answered in English. */
function readLanguage(text: string): Language {
  const said = withoutFences(removeHtmlComments(text.slice(0, mostRead)).text).replaceAll(
    /`[^`\n]*`|\bhttps?:\/\/[^\s)]+/g,
    ' ',
  )
  return Object.values(catalogues).find(({ isWritten }) => isWritten(said))?.language ?? 'en'
}

function withoutFences(text: string): string {
  let fence = ''
  const kept = text.split('\n').filter((line) => {
    const [, mark = ''] = /^ {0,3}(```|~~~)/.exec(line) ?? []
    const isInside = fence !== ''
    if (mark !== '' && (fence === '' || fence === mark)) fence = isInside ? '' : mark
    return !isInside && mark === ''
  })
  return kept.join('\n')
}
