// Runs in the browser: draws the Mermaid fences of a page in the reader's colours. The library is loaded on need alone.
const library = '/_assets/mermaid/mermaid.esm.min.mjs'
const dark = matchMedia('(prefers-color-scheme: dark)')
let drawn = 0

/** Those that aren't drawn yet; `all` draws the others anew too. */
export async function drawDiagrams(all = false) {
  const diagrams = [...document.querySelectorAll(all ? 'pre.mermaid' : 'pre.mermaid:not([data-source])')]
  if (diagrams.length === 0) return
  const { default: mermaid } = await import(library)
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark.matches ? 'dark' : 'default',
    look: 'classic',
  })
  for (const diagram of diagrams) {
    const source = diagram.dataset.source ?? diagram.textContent ?? ''
    const id = `diagram-${drawn++}`
    try {
      const { svg } = await mermaid.render(id, source)
      diagram.innerHTML = svg
      diagram.classList.add('drawn')
    } catch (error) {
      diagram.textContent = `Unable to render rich display\n\n${String(error)}\n\n${source}`
      document.querySelector(`#d${id}`)?.remove()
    }
    diagram.dataset.source = source
  }
  document.documentElement.dataset.diagrams = 'drawn'
}

dark.addEventListener('change', () => void drawDiagrams(true))
await drawDiagrams()
