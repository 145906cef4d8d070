import { devNull } from 'node:os'

export type Environment = Record<string, string | undefined>

/** What the network needs of the host: proxies and certificates. */
const inherited = [
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
]

/** The whole environment of a git process: nothing of the host's configuration, no prompts, no protocols. */
export function gitEnvironment(host: Environment, home: string): Record<string, string> {
  const network = inherited.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]] as const]))

  return {
    ...Object.fromEntries(network),
    PATH: host['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    // A server that sends nothing for so many seconds sends nothing any more: GitHub's says something every five.
    GIT_HTTP_LOW_SPEED_LIMIT: '1',
    GIT_HTTP_LOW_SPEED_TIME: host['GIT_HTTP_LOW_SPEED_TIME'] ?? '60',
  }
}

/** Settings given on every command line, so that nothing a repository holds can start a program. */
export const gitSettings: readonly string[] = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.autocrlf=false',
  'core.symlinks=true',
  'credential.helper=',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'gc.auto=0',
  'maintenance.auto=false',
]
