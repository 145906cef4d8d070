const yes =
  /^(?:\/?yes|yep|yeah|y|ok(?:ay)?|sure|correct|right|exactly|confirmed?|agreed|lgtm|(?:that['’]s|that is|this is|it is|it['’]s|you are|you['’]re) (?:it|right|correct|fine)|(?:looks|sounds) (?:good|right|fine|correct)|go ahead|ja|oui|s[ií]|sim|да|是的?|对的?|好的?|可以|确认|没错|はい|네|👍|✅)$/iu
const courtesy = /(?:[\s,.!。！，]|please|thanks|thank you|take it(?: as it stands)?|谢谢|ありがとう){0,12}$/iu

/**
 * A bare "yes" in its first line is said to the reading that was asked about, by its id: should the issue read otherwise
 * by now, it is asked about anew. Other words stay as they are.
 */
export function sayToWhat(text: string, asked: string | undefined): string {
  const [first = '', ...below] = text.split('\n')
  if (asked === undefined || !yes.test(first.trim().slice(0, 80).replace(courtesy, ''))) return text
  return [`yes (reading@${asked})`, ...below].join('\n')
}
