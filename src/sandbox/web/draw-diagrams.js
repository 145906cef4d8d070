// Runs in the browser: draws the Mermaid fences of a page in the reader's colours. The library is loaded on need alone.
const library = '/_assets/mermaid/mermaid.esm.min.mjs'
const diagrams = [...document.querySelectorAll('pre.mermaid')]

if (diagrams.length > 0) {
  const { default: mermaid } = await import(library)
  const sources = diagrams.map((diagram) => diagram.textContent ?? '')
  const dark = matchMedia('(prefers-color-scheme: dark)')

  const draw = async () => {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: dark.matches ? 'dark' : 'default',
      look: 'classic',
    })
    for (const [index, diagram] of diagrams.entries()) {
      try {
        const { svg } = await mermaid.render(`diagram-${index}`, sources[index] ?? '')
        diagram.innerHTML = svg
        diagram.classList.add('drawn')
      } catch (error) {
        diagram.textContent = `Unable to render rich display\n\n${String(error)}\n\n${sources[index]}`
        document.querySelector(`#ddiagram-${index}`)?.remove()
      }
    }
    document.documentElement.dataset.diagrams = 'drawn'
  }

  dark.addEventListener('change', () => void draw())
  await draw()
}
