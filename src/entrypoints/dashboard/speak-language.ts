import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie, setCookie } from 'hono/cookie'
import { inLanguage } from '../../application/language/in-language.ts'
import type { PlainMessage } from '../../domain/language/message.ts'
import { t } from '../../views/language/t.ts'
import { type Language, languageTags } from '../../domain/language/language.ts'

const cookie = 'countersign_language'
const aYearSeconds = 365 * 24 * 3_600

/** Of `zh`, `zh-Hans`, `zh-TW` alike: there is one Chinese. */
function findTag(tag: string | undefined): Language | undefined {
  const first = tag?.slice(0, 20).toLowerCase().split('-')[0]
  return languageTags.find((one) => one.toLowerCase().split('-')[0] === first)
}

/** The first that the browser would like of those there are. */
function findAccepted(c: Context): Language {
  const accepted = accepts(c, {
    header: 'Accept-Language',
    supports: [...languageTags],
    default: 'en',
    match: (wanted) =>
      wanted
        .toSorted((one, other) => other.q - one.q)
        .map(({ type }) => findTag(type))
        .find((tag) => tag !== undefined) ?? 'en',
  })
  return findTag(accepted) ?? 'en'
}

/** What was chosen with `?language=` or before, or else the browser's. */
function languageOf(c: Context): Language {
  return findTag(c.req.query('language')) ?? findTag(getCookie(c, cookie)) ?? findAccepted(c)
}

/** One line in that language, where there is no page. */
export function answerInLanguage(c: Context, message: PlainMessage, status: 421 | 503): Response {
  return inLanguage(languageOf(c), () => c.text(t(message), status))
}

/** Pages in the language that was chosen with `?language=`, which is kept, or else in the browser's. */
export const speakLanguage: MiddlewareHandler = async (c, next) => {
  const chosen = findTag(c.req.query('language'))
  if (chosen !== undefined)
    setCookie(c, cookie, chosen, { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: aYearSeconds })
  await inLanguage(languageOf(c), next)
  c.header('vary', 'accept-language, cookie', { append: true })
}
