import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LaidFile } from './lay-given-files.ts'

export interface Confinement {
  /** Folder on the host that the command works in; it sees it as `/work`. */
  dir: string
  /** A passwd file that names the one user there is. */
  passwdFile: string
  network: boolean
  /** The node binary that commands are to find. */
  node: string
  given: readonly LaidFile[]
}

const loader = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'nsswitch.conf']
const networking = ['resolv.conf', 'hosts', 'ssl', 'ca-certificates', 'ca-certificates.conf', 'pki', 'services']
const temporaryBytes = String(1 << 30)

/**
 * Arguments of bubblewrap before the command (design 5 "Isolation"): no namespace shared, no capability, nothing of
 * the host but its programs, read-only, and the one folder.
 */
export function bubblewrapArguments({ dir, passwdFile, network, node, given }: Confinement): string[] {
  const etc = network ? [...loader, ...networking] : loader

  const groups: string[][] = [
    ['--unshare-all', '--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--disable-userns'],
    ['--die-with-parent', '--hostname', 'countersign', ...(network ? ['--share-net'] : [])],
    ['--ro-bind', '/usr', '/usr', ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder)],
    etc.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ['--ro-bind', passwdFile, '/etc/passwd'],
    ['--proc', '/proc', '--dev', '/dev', '--size', temporaryBytes, '--tmpfs', '/dev/shm'],
    ['--size', temporaryBytes, '--tmpfs', '/tmp', '--dir', '/tmp/home', ...nodeFolders(node)],
    given.flatMap(({ path }) => ['--ro-bind', path, placeOf(path)]),
    ['--bind', dir, '/work', '--chdir', '/work', '--remount-ro', '/', '--clearenv'],
    Object.entries(confinedEnvironment).flatMap(([name, value]) => ['--setenv', name, value]),
    given.flatMap(({ variable, path }) => ['--setenv', variable, placeOf(path)]),
  ]

  return [...groups.flat(), '--']
}

const confinedEnvironment = {
  PATH: '/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/tmp/home',
  TMPDIR: '/tmp',
  USER: 'agent',
  LANG: 'C.UTF-8',
  CI: 'true',
}

const placeOf = (path: string) => join('/run/countersign', basename(path))

/** On a merged /usr these are links; elsewhere folders of their own. */
function systemFolder(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** Node at a fixed place, so that a node installed below someone's home or the work tree shows nothing else of it. */
function nodeFolders(node: string): string[] {
  const bin = dirname(node)
  const modules = join(bin, '..', 'lib', 'node_modules')
  return ['--ro-bind', bin, '/opt/node/bin', '--ro-bind-try', modules, '/opt/node/lib/node_modules']
}
