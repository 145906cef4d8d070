/** What is said where the issue that was asked for is not registered: which ones are. */
export function listRegisteredIssues(registered: readonly number[]): string {
  if (registered.length === 0) return 'none is'
  const more = registered.length > 20 ? `, and ${registered.length - 20} more` : ''
  return `there is ${registered
    .slice(0, 20)
    .map((one) => `#${one}`)
    .join(', ')}${more}`
}
