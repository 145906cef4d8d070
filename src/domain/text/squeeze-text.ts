/** A text as it is compared with what somebody quotes of it: white space and letter case aside. */
export function squeezeText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
