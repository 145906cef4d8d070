/** `` `██████████████░░░░░░` 68 % ``, `width` characters long. */
export function renderProgressBar(done: number, total: number, width = 20): string {
  const share = total === 0 ? 0 : Math.min(1, Math.max(0, done / total))
  return `\`${drawBar(share, width)}\` ${Math.floor(share * 100)} %`
}

/** The bar alone for a share of 0 to 1; full only when all is done, and never empty once something is. */
export function drawBar(share: number, width: number): string {
  const filled =
    share === 0 || share === 1 ? share * width : Math.min(width - 1, Math.max(1, Math.round(share * width)))
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
}
