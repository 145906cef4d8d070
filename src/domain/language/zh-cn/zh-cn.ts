import { countsZhCn } from './counts.ts'
import { statusZhCn } from './status.ts'
import { storedWorkZhCn } from './stored-work.ts'
import { textZhCn } from './text.ts'

/** What views say, room by room. */
export const ownMessages = { ...textZhCn, ...statusZhCn }

/** What records hold. */
export const recordMessages = { ...storedWorkZhCn }

/** Simplified Chinese. */
export const zhCn = { messages: { ...ownMessages, ...recordMessages }, counts: countsZhCn }
