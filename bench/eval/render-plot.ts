import type { Share } from './summarise.ts'

const [rowHeight, barsAt, barsWidth, width] = [34, 330, 320, 760]

/** The shares as bars, in a picture that can be read on light and dark pages; a line stands where one is to stay below. */
export function renderPlot(shares: readonly Share[], title: string): string {
  const height = 50 + shares.length * rowHeight
  const rows = shares.map((share, at) => renderRow(share, 44 + at * rowHeight)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.head { font-weight: 600 }
.rail { fill: #d1d9e0 } .bar { fill: #0969da } .bad { fill: #cf222e } .goal { stroke: #1f2328; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .rail { fill: #3d444d } .bar { fill: #4493f8 } .bad { fill: #f85149 } .goal { stroke: #f0f6fc }
}
</style>
<text class="head" x="0" y="20">${escape(title)}</text>
${rows}
</svg>
`
}

function renderRow({ title, count, of, most }: Share, y: number): string {
  const share = of === 0 ? 0 : count / of
  const isBad = most !== undefined && share > most
  const goal =
    most === undefined
      ? ''
      : `<line class="goal" x1="${barsAt + most * barsWidth}" x2="${barsAt + most * barsWidth}" y1="${y - 2}" y2="${y + 20}"/>`
  const percent = of === 0 ? '–' : `${Math.round(share * 100)} % (${count} of ${of})`
  return `<text x="0" y="${y + 14}">${escape(title)}</text><rect class="rail" x="${barsAt}" y="${y}" width="${barsWidth}" height="18" rx="3"/><rect class="${isBad ? 'bad' : 'bar'}" x="${barsAt}" y="${y}" width="${Math.round(share * barsWidth)}" height="18" rx="3"/>${goal}<text x="${barsAt + barsWidth + 10}" y="${y + 14}">${percent}</text>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
