import { answerInLanguage } from './speak-language.ts'
import type { MiddlewareHandler } from 'hono'

/** What a page may load: its own style sheet, script and picture, and nothing that stands in it. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer: nothing runs, is framed, guessed or kept that isn't meant to. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('content-security-policy', pagePolicy)
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-cache')
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/** A name of somewhere else that was pointed at this machine is not answered, nor what a proxy passes on. */
export const loopbackOnly: MiddlewareHandler = async (c, next) => {
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => c.req.header(name) !== undefined)
  if (!isPassedOn && loopback.test(c.req.header('host') ?? '')) return next()
  return answerInLanguage(c, 'This dashboard answers on 127.0.0.1 and localhost only.', 421)
}
