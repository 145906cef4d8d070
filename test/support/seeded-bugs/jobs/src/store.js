/** A store that answers later, as a database does. */
export class Store {
  #rows = new Map()
  #version = 0

  async get(key) {
    await Promise.resolve()
    return this.#rows.get(key) ?? null
  }

  async put(key, value) {
    await Promise.resolve()
    this.#version += 1
    this.#rows.set(key, structuredClone(value))
    return this.#version
  }

  async remove(key) {
    await Promise.resolve()
    return this.#rows.delete(key)
  }

  async keys(prefix = '') {
    await Promise.resolve()
    return [...this.#rows.keys()]
      .filter((key) => key.startsWith(prefix))
      .toSorted((one, other) => one.localeCompare(other))
  }
}
