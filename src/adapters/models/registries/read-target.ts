import type { Registry } from './registry.ts'

/** Names as DNS has them, in full: no address, no port but 443, no user. */
const shape = /^([a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+):443$/

/** The registry that a CONNECT is for (`registry.npmjs.org:443`); undefined where none of them is meant. */
export function findRegistry(target: string, registries: readonly Registry[]): Registry | undefined {
  const [, host] = shape.exec(target.toLowerCase()) ?? []
  return registries.find((one) => one.host === host)
}

/** What is told of a target that was refused: a name, as far as it is one, and nothing that somebody could hide in it. */
export function describeTarget(target: string): string {
  const name = target.replace(/^.*@/s, '').slice(0, 100)
  return /^[\w.:[\]-]+$/.test(name) ? name : 'something that is no name'
}
