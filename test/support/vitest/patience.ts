/** `npm run test:long` shares its machine for hours: it says how many times as long as usual is waited. */
const factor = Number(process.env['PATIENCE'] ?? '1')

/** What isn't there after so long on a slow and busy machine is taken to hang. Not for bounds that the product keeps. */
export function patienceMs(usualMs: number): number {
  return usualMs * factor
}
