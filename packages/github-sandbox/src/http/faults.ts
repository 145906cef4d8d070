import type { Fault } from '../instance/sandbox.ts'

/** Faults that wait for their request; each strikes as often as it was told to. */
export class Faults {
  readonly #waiting: { fault: Fault; left: number }[] = []

  inject(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 })
  }

  /** The next fault for this route and moment, used up by asking. */
  take(route: string, when: Fault['when']): Fault | undefined {
    const found = this.#waiting.find(({ fault, left }) => left > 0 && fault.route === route && fault.when === when)
    if (found === undefined) return undefined
    found.left -= 1

    return found.fault
  }
}

/** The answer that a fault puts in place of the real one. */
export function renderFault(fault: Fault): Response {
  const body = fault.body ?? {
    message: `Injected fault ${fault.status}`,
    documentation_url: 'https://docs.github.com/rest',
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...fault.headers }

  return new Response(fault.status === 204 ? null : JSON.stringify(body), { status: fault.status, headers })
}
