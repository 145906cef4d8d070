// Runs in the browser: makes one piece of a page like another and touches only what differs, so that nothing flickers, and
// what the reader opened, chose or began to write stays.

/** @param {Element} node what is shown @param {Element} wanted what it should be; its parts may be taken */
export function bringInStep(node, wanted) {
  if (node.nodeType !== 1) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue
    return
  }
  // A drawn diagram stays as long as its source does.
  if (node.getAttribute('data-source') === wanted.textContent) return
  bringAttributes(node, wanted)
  if (node.nodeName !== 'TEXTAREA') bringChildren(node, [...wanted.childNodes])
}

function bringAttributes(node, wanted) {
  for (const name of node.getAttributeNames()) {
    if (wanted.getAttribute(name) === null && !isReaders(node, name)) node.removeAttribute(name)
  }
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name)
    if (node.getAttribute(name) !== value && !isReaders(node, name)) node.setAttribute(name, value)
  }
}

/** What the reader changes by using the page. */
function isReaders(node, name) {
  if (name === 'value') return node.nodeName === 'INPUT' && node.getAttribute('type') !== 'hidden'
  return name === 'open' || name === 'selected' || name === 'checked'
}

/** Parts with an id are known by it, others by their place among those without. */
function bringChildren(node, wanted) {
  const ids = new Set(wanted.map(idOf).filter(Boolean))
  let at = node.firstChild
  for (const child of wanted) {
    while (at !== null && idOf(at) && !ids.has(idOf(at))) at = removeOne(at)
    const same = findSame(node, at, child)
    if (same === null) {
      node.insertBefore(child, at)
      continue
    }
    if (same !== at) node.insertBefore(same, at)
    else at = at.nextSibling
    bringInStep(same, child)
  }
  while (at !== null) at = removeOne(at)
}

function findSame(node, at, child) {
  const id = idOf(child)
  if (id) return [...node.childNodes].find((one) => idOf(one) === id && one.nodeName === child.nodeName) ?? null
  return at !== null && !idOf(at) && at.nodeName === child.nodeName ? at : null
}

function removeOne(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

function idOf(node) {
  return node.nodeType === 1 ? (node.getAttribute('id') ?? '') : ''
}
