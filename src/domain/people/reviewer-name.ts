const personPattern = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i
const teamPattern = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}\/[\w.-]{1,100}$/i

/** `ada` or `acme/docs` of either with or without `@`; undefined for what can be neither, as an address of mail. */
export function readReviewerName(text: string): string | undefined {
  const name = text.trim().replace(/^@/, '')
  return personPattern.test(name) || teamPattern.test(name) ? name : undefined
}

/** `acme/docs`: GitHub asks its members; who they are an App without `members: read` isn't told. */
export function isTeam(name: string): boolean {
  return name.includes('/')
}
