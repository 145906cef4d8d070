/** Ways in which models are asked: OpenAI's two, Anthropic's, and Google's. */
export const dialects = ['chat', 'responses', 'messages', 'gemini'] as const
export type Dialect = (typeof dialects)[number]
