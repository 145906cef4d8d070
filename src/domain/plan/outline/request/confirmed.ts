const confirming = /^[ \t]{0,8}yes \(reading@([\da-f]{12})\)[ \t]{0,8}$/gim

/** Guidance without its lines that say yes to how an issue was read, and to which readings; its other lines keep their numbers. */
export function takeConfirmed(guidance: string): { confirmed: ReadonlySet<string>; rest: string } {
  const confirmed = new Set([...guidance.matchAll(confirming)].map((match) => match[1] ?? ''))
  return { confirmed, rest: guidance.replaceAll(confirming, '') }
}
