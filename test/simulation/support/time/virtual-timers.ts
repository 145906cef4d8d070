import { clock } from './clock.ts'

/** `node:timers/promises` in virtual time, put in its place by `register-hooks.ts`. */
export function setTimeout<T>(ms: number, value?: T, options: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const due = clock.after(ms, () => resolve(value))
    options.signal?.addEventListener('abort', () => {
      clock.cancel(due)
      reject(new Error('aborted'))
    })
  })
}
