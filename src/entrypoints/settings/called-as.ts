/** Sources run in a checkout, and what was built of them where the package is installed. */
export const isCheckout = import.meta.url.endsWith('.ts')

/** How people call this program where it runs from. */
export const calledAs = isCheckout ? 'npm run countersign --' : 'npx countersign'

/** The same with settings of a file. */
export function calledWith(settingsFile: string): string {
  return `${calledAs} --settings ${settingsFile}`
}

/** What brings the GitHub on this machine, which no server has. */
export const whatBringsSandbox = isCheckout
  ? 'run "npm ci" without --omit=dev, which brings it'
  : 'put the package github-sandbox beside this one ("npm install github-sandbox")'
