/** The token as a header of one git process, for one server: never in a file, a URL or an argument list. */
export function gitTokenSettings(url: string, token: string): Record<string, string> {
  if (token === '') return {}
  const header = `Authorization: Basic ${encodeGitToken(token)}`

  return { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `http.${url}.extraheader`, GIT_CONFIG_VALUE_0: header }
}

/** As it stands in that header, to be kept out of what git says. */
export function encodeGitToken(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64')
}
