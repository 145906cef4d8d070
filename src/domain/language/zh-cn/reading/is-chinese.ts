/** At least half of the words are; Japanese and Korean, which share characters with it, are not. */
export function isChinese(said: string): boolean {
  if (/[\u3040-\u30FF\uAC00-\uD7AF]/.test(said)) return false
  const han = said.match(/\p{Script=Han}/gu)?.length ?? 0
  const others = said.match(/[\p{L}\p{N}'’]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0
  // A word of Chinese is about two characters.
  return han >= 4 && han / 2 >= others / 2
}
