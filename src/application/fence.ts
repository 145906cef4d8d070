import { AsyncLocalStorage } from 'node:async_hooks'
import { CountersignFault } from './fault.ts'

/** True as long as what is being done is this process's to do. */
export type Fence = () => boolean

const storage = new AsyncLocalStorage<Fence>()

/** Nobody else can have done it, or it does no harm. */
export const neverFenced: Fence = () => true

/** Does something of which nothing more is sent once the fence is down: another process may have taken it over. */
export function fenced<T>(fence: Fence, act: () => T): T {
  return storage.run(fence, act)
}

/** False where another process may do by now what is being done here. */
export function standsFence(): boolean {
  return storage.getStore()?.() ?? true
}

/**
 * For whoever is about to send a write, however long it waited for its turn: a process may have stood still in between,
 * for longer than others wait for it. Throws `taken_over`.
 */
export function checkFence(): void {
  if (standsFence()) return
  throw new CountersignFault('taken_over', 'another process may do this by now', 'this one stood still for too long')
}
