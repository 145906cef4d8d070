/** Forms of `countersign plan show`; here, so that naming them on the command line loads none. */
export const planFormats = ['table', 'mermaid', 'json', 'solution', 'markdown'] as const
export type PlanFormat = (typeof planFormats)[number]

/** Forms of `countersign plan dry-run`. */
export const dryRunFormats = ['markdown', 'table', 'json'] as const
export type DryRunFormat = (typeof dryRunFormats)[number]
