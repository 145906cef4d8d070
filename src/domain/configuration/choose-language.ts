import type { Language, LanguageSetting } from '../language/language.ts'
import { removeHtmlComments } from '../text/remove-html-comments.ts'

/** The language of the thread of an issue with this text (decision 139). */
export function chooseLanguage(setting: LanguageSetting, issue: { title: string; body: string } | null): Language {
  if (setting !== 'auto') return setting
  return issue === null ? 'en' : readLanguage(`${issue.title}\n${issue.body}`)
}

const mostRead = 20_000

/** Chinese where at least half of the words are: code, links and comments are nobody's. */
function readLanguage(text: string): Language {
  const said = withoutFences(removeHtmlComments(text.slice(0, mostRead)).text).replaceAll(
    /`[^`\n]*`|\bhttps?:\/\/[^\s)]+/g,
    ' ',
  )
  if (/[\u3040-\u30FF\uAC00-\uD7AF]/.test(said)) return 'en'
  const han = said.match(/\p{Script=Han}/gu)?.length ?? 0
  const others = said.match(/[\p{L}\p{N}'’]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0
  // A word of Chinese is about two characters.
  return han >= 4 && han / 2 >= others / 2 ? 'zh-CN' : 'en'
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
