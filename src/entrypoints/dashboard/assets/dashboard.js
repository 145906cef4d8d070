// What pages can do besides being read: a graph that moves, a list that narrows while one types, news without a reload.
// Everything is there without it.

const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }
/** Where a graph was left, so that news don't move it. */
let place

function moveGraph(graph) {
  const svg = graph.querySelector(':scope > svg')
  if (svg === null) return
  const size = { width: svg.width.baseVal.value, height: svg.height.baseVal.value }
  graph.classList.add('moves')
  const fitting = () => Math.min(1, Math.max(0.72, (graph.clientWidth - 8) / size.width))
  graph.style.height = `${Math.min(size.height * fitting() + 8, Math.max(320, innerHeight * 0.7))}px`
  const fit = () => {
    const scale = fitting()
    return { scale, x: Math.max(0, (graph.clientWidth - size.width * scale) / 2), y: 4 }
  }
  place ??= fit()
  let asked = 0
  const draw = () => {
    asked = 0
    svg.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.scale})`
  }
  const show = (next) => {
    const [w, h] = [size.width * next.scale, size.height * next.scale]
    // Some of it always stays in sight.
    place = {
      scale: next.scale,
      x: Math.min(graph.clientWidth - 60, Math.max(60 - w, next.x)),
      y: Math.min(graph.clientHeight - 60, Math.max(60 - h, next.y)),
    }
    if (asked === 0) asked = requestAnimationFrame(draw)
  }
  const zoom = (factor, at = { x: graph.clientWidth / 2, y: graph.clientHeight / 2 }) => {
    const scale = Math.min(2.5, Math.max(0.1, place.scale * factor))
    const by = scale / place.scale
    show({ scale, x: at.x - (at.x - place.x) * by, y: at.y - (at.y - place.y) * by })
  }
  const pointOf = (event) => {
    const box = graph.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const pointers = new Map()
  let moved = 0
  graph.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    pointers.set(event.pointerId, pointOf(event))
    moved = 0
  })
  graph.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (before === undefined) return
    const now = pointOf(event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other === undefined) {
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
      if (moved > 4 && !graph.hasPointerCapture(event.pointerId)) graph.setPointerCapture(event.pointerId)
      show({ ...place, x: place.x + now.x - before.x, y: place.y + now.y - before.y })
    } else {
      const far = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1
      zoom(far(now) / far(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    }
    pointers.set(event.pointerId, now)
  })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
    graph.addEventListener(end, (event) => pointers.delete(event.pointerId))
  // Whoever drew the graph to a side has not chosen what was under the pointer.
  graph.addEventListener('click', (event) => moved > 4 && event.preventDefault(), true)
  graph.addEventListener('dragstart', (event) => event.preventDefault())
  graph.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 300), pointOf(event))
    },
    { passive: false },
  )

  const links = [...graph.querySelectorAll('a.node')]
  const edges = [...graph.querySelectorAll('.edge')]
  const middleOf = (link) => {
    const box = link.getBBox()
    const { e, f } = link.querySelector('g').transform.baseVal.consolidate().matrix
    return { x: e + box.width / 2, y: f + box.height / 2 }
  }
  const near = (id) => {
    for (const edge of edges)
      edge.classList.toggle('near', id !== null && [edge.dataset.from, edge.dataset.to].includes(id))
  }
  const nextOf = (link, key) => {
    const id = link.dataset.node
    const [mine, theirs] = key === 'ArrowRight' ? ['from', 'to'] : ['to', 'from']
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const edge = edges.find((one) => one.dataset[mine] === id)
      return links.find((one) => one.dataset.node === edge?.dataset[theirs])
    }
    const at = middleOf(link)
    const side = key === 'ArrowDown' ? 1 : -1
    const beside = links
      .map((one) => ({ one, to: middleOf(one) }))
      .filter(({ to }) => (to.y - at.y) * side > 4 && Math.abs(to.x - at.x) < 140)
    return beside.toSorted((a, b) => Math.abs(a.to.y - at.y) - Math.abs(b.to.y - at.y))[0]?.one
  }
  graph.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const link = event.target.closest('a.node')
    if (event.key in steps) {
      const next = link === null ? undefined : nextOf(link, event.key)
      if (next !== undefined) next.focus({ preventScroll: true })
      else if (link === null) show({ ...place, x: place.x + steps[event.key][0], y: place.y + steps[event.key][1] })
      event.preventDefault()
    } else if (event.key === '+' || event.key === '=') zoom(1.25)
    else if (event.key === '-') zoom(0.8)
    else if (event.key === '0') show(fit())
  })
  graph.addEventListener('focusin', (event) => {
    const link = event.target.closest('a.node')
    near(link?.dataset.node ?? null)
    if (link === null) return
    // The browser scrolls to what has the focus; the graph is moved instead.
    graph.scrollTo(0, 0)
    const at = middleOf(link)
    const [x, y] = [place.x + at.x * place.scale, place.y + at.y * place.scale]
    if (x < 60 || y < 30 || x > graph.clientWidth - 60 || y > graph.clientHeight - 30)
      show({ ...place, x: graph.clientWidth / 2 - at.x * place.scale, y: graph.clientHeight / 2 - at.y * place.scale })
  })
  graph.addEventListener('focusout', () => near(null))
  graph.addEventListener('pointerover', (event) => near(event.target.closest('a.node')?.dataset.node ?? null))

  const tools = document.createElement('div')
  tools.className = 'tools'
  for (const [sign, name, act] of [
    ['+', graph.dataset.in, () => zoom(1.25)],
    ['−', graph.dataset.out, () => zoom(0.8)],
    ['⤢', graph.dataset.fit, () => show(fit())],
  ]) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = sign
    button.setAttribute('aria-label', name)
    button.title = name
    button.addEventListener('click', act)
    tools.append(button)
  }
  // Where all of it is in sight there is nothing to move.
  tools.hidden = size.width * place.scale <= graph.clientWidth && size.height * place.scale <= graph.clientHeight
  graph.after(tools)
  draw()
}

function narrowList(form) {
  const list = document.querySelector('[data-issues]')
  if (list === null) return
  const apply = () => {
    const { q, state, person } = Object.fromEntries(new FormData(form))
    let shown = 0
    for (const row of list.children) {
      const { phase, people, words } = row.dataset
      row.hidden = !(
        (state === '' || state === phase) &&
        (person === '' || people.split(' ').includes(person)) &&
        words.includes(q.trim().toLowerCase())
      )
      if (!row.hidden) shown += 1
    }
    document.querySelector('[data-none]')?.toggleAttribute('hidden', shown > 0)
  }
  // The server has left out what the address doesn't ask for: what is asked for now has to come from it.
  if (location.search !== '' && location.protocol !== 'file:') return
  form.querySelector('button').hidden = true
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => event.preventDefault())
  apply()
}

/** On a phone the bar of pages is wider than the screen. */
function showCurrentTab() {
  const current = document.querySelector('.tabs [aria-current]')
  if (current !== null) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft - 40
}

function start() {
  showCurrentTab()
  for (const graph of document.querySelectorAll('[data-graph]')) moveGraph(graph)
  for (const form of document.querySelectorAll('[data-filter]')) narrowList(form)
}

/** Shows the page anew where somebody reads it; what is being written stays. */
async function takeNews() {
  const main = document.querySelector('main')
  if (main.contains(document.activeElement) && document.activeElement.matches('input, textarea, select')) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'manual' })
  if (isOver(answer)) return tellEnd()
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = next.querySelector('main')
  if (fresh === null) return
  const focused = document.activeElement?.dataset?.node
  const open = new Map([...main.querySelectorAll('details[id]')].map((one) => [one.id, one.open]))
  main.replaceChildren(...fresh.childNodes)
  document.querySelector('footer').replaceChildren(...next.querySelector('footer').childNodes)
  for (const one of main.querySelectorAll('details[id]')) if (open.has(one.id)) one.open = open.get(one.id)
  start()
  if (focused !== undefined) main.querySelector(`a.node[data-node="${CSS.escape(focused)}"]`)?.focus()
  const { updated } = document.body.dataset
  document.querySelector('#live').textContent = updated.replace('{time}', new Date().toLocaleTimeString())
}

/** A way to sign in instead of the page, or none to it at all. */
const isOver = (answer) => answer.type === 'opaqueredirect' || answer.status === 404

/** What one began to write stays. */
function tellEnd() {
  if (document.querySelector('#ended') !== null) return
  const note = document.createElement('p')
  note.id = 'ended'
  note.className = 'note tone-stale'
  note.setAttribute('role', 'status')
  const way = document.createElement('a')
  way.href = location.href
  way.textContent = document.body.dataset.again
  note.append(`${document.body.dataset.ended} `, way)
  document.querySelector('main').prepend(note)
}

/** The commit that the page is of. */
let shown = document.body.dataset.commit
function listen(events) {
  const source = new EventSource(events)
  source.addEventListener('commit', ({ data }) => {
    if (shown !== data) void takeNews()
    shown = data
  })
  // A connection that breaks is opened again by the browser; after an answer that is no stream it gives up.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) void askWhy(events)
  })
}

async function askWhy(events) {
  const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
  if (answer !== undefined && isOver(answer)) tellEnd()
  else setTimeout(listen, 5000, events)
}

start()
const { events } = document.body.dataset
if (events !== undefined) listen(events)
