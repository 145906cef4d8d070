const width = 20

/** `` `██████████████░░░░░░` 68 % ``; full only when all is done, and never empty once something is. */
export function renderProgressBar(done: number, total: number): string {
  const share = total === 0 ? 0 : Math.min(1, Math.max(0, done / total))
  const filled =
    share === 0 || share === 1 ? share * width : Math.min(width - 1, Math.max(1, Math.round(share * width)))
  return `\`${'█'.repeat(filled)}${'░'.repeat(width - filled)}\` ${Math.floor(share * 100)} %`
}
