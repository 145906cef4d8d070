import { z } from 'zod'

/** What people are spoken to in, by the names of BCP 47. */
export const languageTags = ['en', 'zh-CN'] as const
export type Language = (typeof languageTags)[number]

/** `auto`: the language that an issue is written in. */
export const LanguageSettingSchema = z.enum(['auto', ...languageTags])
export type LanguageSetting = z.infer<typeof LanguageSettingSchema>
