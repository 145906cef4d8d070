/** Done once: after a fault the next call tries anew, after that each gets what the first one came to. */
export function onceDone<Args extends unknown[], T>(act: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let done: { value: T } | undefined
  return async (...args) => {
    done ??= { value: await act(...args) }
    return done.value
  }
}
