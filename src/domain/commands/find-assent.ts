/** Said of what was asked. */
const assent = new Set(
  'yes yep yeah yup ok okay correct right exactly agreed agree approve approved accepted lgtm good fine great perfect +1 👍 ✅ 是 是的 好 好的 对 对的 同意 批准 可以 没问题'.split(
    ' ',
  ),
)
/** Around it. */
const filler = new Set(
  'please thanks thank you very much that that’s that’s it it’s is this the plan all to me looks look sounds go ahead so i absolutely indeed 谢谢 请'.split(
    ' ',
  ),
)
/** Whoever writes more than that says more. */
const longest = 60

/** Whether a comment says yes and nothing else: `Yes, exactly!`, `LGTM 👍`. */
export function isAssent(body: string): boolean {
  const text = body.trim()
  if (text === '' || text.length > longest || /[?？\n`>]/.test(text)) return false
  const words = text
    .toLowerCase()
    .replaceAll("'", '’')
    .replaceAll(/\p{Emoji_Modifier}|\uFE0F/gu, '')
    .replaceAll('👍', ' 👍 ')
    .split(/[\s.,!:;。，！；：、~-]+/u)
    .filter((word) => word !== '')
  return words.some((word) => assent.has(word)) && words.every((word) => assent.has(word) || filler.has(word))
}
