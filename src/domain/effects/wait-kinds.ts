/** What a task may wait for from outside. */
export const waitKinds = ['push', 'conflict', 'judgement', 'ci', 'decision', 'assignment'] as const
