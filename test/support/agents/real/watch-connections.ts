import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'

/** What a process tried to reach, by TCP or UDP. */
export interface Connection {
  address: string
  port: number
  /** It came, or may have come, through. */
  isThrough: boolean
}

export interface ConnectionWatch {
  /** To stand in front of the PATH that bubblewrap is found on. */
  path: string
  read(): Promise<Connection[]>
}

/** Lays a bubblewrap into `dir` that strace watches, with all that it starts. Undefined where there is no strace. */
export async function watchConnections(dir: string): Promise<ConnectionWatch | undefined> {
  const found = await execa('sh', ['-c', 'command -v strace; command -v bwrap'], { reject: false })
  const [strace, bwrap] = found.stdout.split('\n')
  if (strace === undefined || bwrap === undefined) return undefined
  const [file, log] = [join(dir, 'bwrap'), join(dir, 'connections')]
  await writeFile(
    file,
    `#!/bin/sh\nexec ${strace} -f -qq --seccomp-bpf -e trace=connect,sendto,sendmsg -o ${log} ${bwrap} "$@"\n`,
  )
  await chmod(file, 0o755)
  return { path: dir, read: async () => parseConnections(await readFile(log, 'utf8')) }
}

/** Lines of strace that name an address of the internet, with what came of each, which may stand on a later line. */
export function parseConnections(log: string): Connection[] {
  const lines = log.split('\n')
  return lines.flatMap((line, at) => {
    const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1]
    const address = /inet_addr\("([^"]+)"\)/.exec(line)?.[1] ?? /inet_pton\(AF_INET6, "([^"]+)"/.exec(line)?.[1]
    if (port === undefined || address === undefined) return []
    const [pid = ''] = line.split(' ')
    const isCut = line.includes('<unfinished ...>')
    const ended = isCut ? lines.slice(at + 1).find((other) => other.startsWith(`${pid} `)) : line
    return [{ address, port: Number(port), isThrough: !/= -1 (?!EINPROGRESS)/.test(ended ?? '') }]
  })
}

/** Those that came through, and further than the loopback that they are in. */
export function findReachedOutside(connections: readonly Connection[]): Connection[] {
  return connections.filter(({ address, isThrough }) => isThrough && !/^(?:127\.|::1$|::ffff:127\.)/.test(address))
}
