// Runs in the browser: brings a page up to date once something has happened, where the reader is and without a reload.
import { bringInStep } from './bring-in-step.js'
import { drawDiagrams } from './draw-diagrams.js'

const everyMs = 1_500
const parts = ['header.top', 'main.page']
let shown = document.documentElement.dataset.version
let isLooking = false

async function look() {
  if (isLooking || document.hidden || isSelecting()) return
  isLooking = true
  try {
    const version = await (await fetch('/_version', { cache: 'no-store' })).text()
    if (version !== shown) await follow(version)
  } catch {
    // The sandbox is stopped, or just starting: the next look finds it.
  } finally {
    isLooking = false
  }
}

async function follow(version) {
  const answer = await fetch(location.href, { cache: 'no-store' })
  if (!answer.ok || answer.redirected) return
  const wanted = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (isSelecting()) return
  keepPlace(() => {
    for (const part of parts) {
      const [here, there] = [document.querySelector(part), wanted.querySelector(part)]
      if (here !== null && there !== null) bringInStep(here, there)
    }
  })
  document.title = wanted.title
  shown = version
  await drawDiagrams()
}

/** What the reader writes in or looks at stays where it is on the screen, whatever came above it. */
function keepPlace(change) {
  const { activeElement: active } = document
  const isWriting = active !== null && active.matches('textarea, input, select')
  const place = isWriting ? active : document.elementFromPoint(innerWidth / 2, innerHeight / 3)
  const before = place?.getBoundingClientRect().top ?? 0
  const isAtTop = scrollY === 0 && !isWriting
  change()
  if (!isAtTop && place?.isConnected === true) scrollBy(0, place.getBoundingClientRect().top - before)
}

/** Whoever is copying something doesn't want it to move. */
function isSelecting() {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed
}

if (shown !== undefined) {
  document.documentElement.style.overflowAnchor = 'none'
  setInterval(() => void look(), everyMs)
  document.addEventListener('visibilitychange', () => void look())
}
