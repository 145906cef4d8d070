/** One command of a model has less than the whole run. */
export const commandMinutes = 10
