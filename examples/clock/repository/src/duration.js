/** Seconds as text, such as "90 s". */
export function formatDuration(seconds) {
  return `${seconds} s`
}
