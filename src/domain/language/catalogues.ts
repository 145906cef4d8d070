import type { Language } from './language.ts'
import type { Catalogue } from './message.ts'
import { zhCn } from './zh-cn/zh-cn.ts'

/** English is not among them: its texts are the keys. */
export const catalogues: Readonly<Record<Exclude<Language, 'en'>, Catalogue>> = { 'zh-CN': zhCn }
