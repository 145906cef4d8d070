import { afterEach, expect, test, vi } from 'vitest'
import { element } from '../support/tiny-dom.ts'

const script = new URL('../../src/pages/browser/follow-changes.js', import.meta.url).href
let opened = 0

interface Reader {
  /** Undefined: a page that follows nothing. */
  version?: string | undefined
  hidden?: boolean
  selects?: boolean
  scrollY?: number
}

/** A browser that shows version v1 of a page; `look` is what a timer does, `sandbox` what the server has by then. */
async function openPage(reader: Reader = {}) {
  const { version = 'v1', hidden = false, scrollY = 300 } = reader
  const main = element('main', { class: 'page' }, 'old')
  const timers: (() => void)[] = []
  const scrolled: number[] = []
  const sandbox = { version: 'v2', ok: true, redirected: false, asked: [] as string[], isDown: false }
  let top = 100
  const place = { isConnected: true, getBoundingClientRect: () => ({ top: (top += 25) }) }
  const globals = {
    document: {
      documentElement: { dataset: 'version' in reader && reader.version === undefined ? {} : { version }, style: {} },
      hidden,
      title: 'old',
      activeElement: null,
      querySelector: (part: string) => (part === 'main.page' ? main : null),
      querySelectorAll: () => [],
      elementFromPoint: () => place,
      addEventListener: () => {},
    },
    location: { href: '/octo/demo/issues/1' },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    getSelection: () => ({ isCollapsed: reader.selects !== true }),
    innerWidth: 800,
    innerHeight: 600,
    scrollY,
    scrollBy: (_x: number, y: number) => void scrolled.push(y),
    setInterval: (act: () => void) => void timers.push(act),
    DOMParser: class {
      parseFromString = (text: string) => ({
        title: 'new',
        querySelector: (part: string) => (part === 'main.page' ? element('main', { class: 'page' }, text) : null),
      })
    },
    fetch: (address: string) => {
      if (sandbox.isDown) return Promise.reject(new Error('connection refused'))
      sandbox.asked.push(address)
      const text = address === '/_version' ? sandbox.version : 'new'
      return Promise.resolve({ ok: sandbox.ok, redirected: sandbox.redirected, text: () => Promise.resolve(text) })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  await import(`${script}?${(opened += 1)}`)
  const look = async () => {
    for (const act of timers) act()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { main, sandbox, look, scrolled, page: globals.document, shown: () => main.textContent }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('once something has happened the page is as it should be, and what the reader looks at stays where it was', async () => {
  const { sandbox, look, shown, scrolled, page } = await openPage()

  await look()
  await look()

  expect([shown(), page.title]).toEqual(['new', 'new'])
  expect(sandbox.asked).toEqual(['/_version', '/octo/demo/issues/1', '/_version'])
  expect(scrolled).toEqual([25])
})

test('as long as nothing has happened the page is not asked for', async () => {
  const { sandbox, look } = await openPage()
  sandbox.version = 'v1'

  await look()

  expect(sandbox.asked).toEqual(['/_version'])
})

test('at the top of the page the reader stays at the top', async () => {
  const { look, scrolled, shown } = await openPage({ scrollY: 0 })

  await look()

  expect([shown(), scrolled]).toEqual(['new', []])
})

test.each<[string, Reader]>([
  ['nobody sees it', { hidden: true }],
  ['the reader is copying something', { selects: true }],
  ['it is a page that shows what does not change', { version: undefined }],
])('the page is left alone where %s', async (_what, reader) => {
  const { sandbox, look, shown } = await openPage(reader)

  await look()

  expect([shown(), sandbox.asked]).toEqual(['old', []])
})

test.each([
  ['does not answer', { isDown: true }],
  ['answers with an error', { ok: false }],
  ['leads elsewhere', { redirected: true }],
])('where the sandbox %s the page stays, and the next look finds it', async (_what, trouble) => {
  const { sandbox, look, shown } = await openPage()
  Object.assign(sandbox, trouble)

  await look()
  expect(shown()).toBe('old')
  Object.assign(sandbox, { isDown: false, ok: true, redirected: false })
  await look()

  expect(shown()).toBe('new')
})
