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
  /** More of the host that it sees, read-only. */
  mounts?: readonly Mount[]
  /** Names in its HOME that lead to them. */
  links?: readonly { from: string; to: string }[]
  /** Beside what all have. */
  environment?: Readonly<Record<string, string>>
}

export interface Mount {
  /** A file, folder or socket of the host. */
  path: string
  at: string
}

const loader = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'localtime', 'nsswitch.conf']
const networking = ['resolv.conf', 'hosts', 'ssl', 'ca-certificates', 'ca-certificates.conf', 'pki', 'services']
const temporaryBytes = String(1 << 30)
/** Of the kernel's own: what is only read, and what a command has no business with, as other containers have it. */
const readOnlyInProc = ['bus', 'fs', 'irq', 'pressure', 'sys', 'sysrq-trigger']
const hiddenFilesInProc = ['kcore', 'keys', 'latency_stats', 'sched_debug', 'timer_list', 'timer_stats']
const hiddenFoldersInProc = ['acpi', 'scsi']

/**
 * Options of bubblewrap for a command (design 5.2): no namespace shared, no capability, nothing of the host
 * but its programs, read-only, and the one folder. Nothing of the kernel's can be written, whoever the host takes the
 * command for: the rights of `/proc/sys` go by the number of the host's user, not by capabilities.
 */
export function bubblewrapArguments(confinement: Confinement): string[] {
  const groups: string[][] = [
    ['--unshare-all', '--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--disable-userns'],
    ['--die-with-parent', '--hostname', 'countersign', ...(confinement.network ? ['--share-net'] : [])],
    hostFiles(confinement),
    ['--proc', '/proc', ...coverProc()],
    ['--dev', '/dev', '--size', temporaryBytes, '--tmpfs', '/dev/shm'],
    ['--size', temporaryBytes, '--tmpfs', '/tmp', '--dir', confinedEnvironment.HOME],
    (confinement.links ?? []).flatMap(({ from, to }) => ['--symlink', to, from]),
    ['--bind', confinement.dir, '/work', '--chdir', '/work', '--remount-ro', '/', '--clearenv'],
    Object.entries({ ...confinement.environment, ...confinedEnvironment }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    confinement.given.flatMap(({ variable, path }) => ['--setenv', variable, placeOf(path)]),
  ]

  return groups.flat()
}

/**
 * Options of a bubblewrap that only brings together what the one within confines, as seen by a user who may enter no
 * folder of the server's: for a root server, whose commands are another user's. `within` is what that one is told.
 */
export function stagingArguments(confinement: Confinement): { staging: string[]; within: Confinement } {
  const places = ['/etc', '/opt', '/opt/node', '/opt/node/lib', '/run', '/run/countersign', '/tmp']
  const mounts = confinement.mounts ?? []
  const folders = [...new Set([...places, ...mounts.map(({ at }) => dirname(at))])]
  const groups: string[][] = [
    // What it began, another user's, is not its to end; with the first process of a namespace all of it ends.
    ['--die-with-parent', '--unshare-pid', '--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
    folders.flatMap((folder) => ['--dir', folder]),
    hostFiles(confinement),
    // The host's own: a fresh one is made within, which the kernel allows only to those who see all of this one.
    ['--bind', '/proc', '/proc', '--dev-bind', '/dev', '/dev', '--bind', confinement.dir, '/work', '--chdir', '/'],
  ]
  const within = {
    ...confinement,
    dir: '/work',
    passwdFile: '/etc/passwd',
    node: '/opt/node/bin/node',
    given: confinement.given.map(({ variable, path }) => ({ variable, path: placeOf(path) })),
    mounts: mounts.map(({ at }) => ({ path: at, at })),
  }

  return { staging: groups.flat(), within }
}

export const confinedEnvironment = {
  PATH: '/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/tmp/home',
  TMPDIR: '/tmp',
  USER: 'agent',
  LANG: 'C.UTF-8',
  CI: 'true',
}

const placeOf = (path: string) => join('/run/countersign', basename(path))

/** All of the host that is there, read-only, each at the same place whoever puts it there. */
function hostFiles({ passwdFile, network, node, given, mounts = [] }: Confinement): string[] {
  const etc = network ? [...loader, ...networking] : loader
  const groups: string[][] = [
    ['--ro-bind', '/usr', '/usr', ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder)],
    etc.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ['--ro-bind', passwdFile, '/etc/passwd', ...nodeFolders(node)],
    given.flatMap(({ path }) => ['--ro-bind', path, placeOf(path)]),
    mounts.flatMap(({ path, at }) => ['--ro-bind', path, at]),
  ]
  return groups.flat()
}

/** The kernel may lack some of them. */
function coverProc(): string[] {
  const there = (names: readonly string[]) => names.map((name) => `/proc/${name}`).filter((path) => existsSync(path))
  return [
    ...there(readOnlyInProc).flatMap((path) => ['--ro-bind', path, path]),
    ...there(hiddenFilesInProc).flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...there(hiddenFoldersInProc).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
  ]
}

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
