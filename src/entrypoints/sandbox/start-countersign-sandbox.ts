import { type Sandbox, type SandboxOptions, startSandbox } from 'github-sandbox'

const identities = {
  app: { name: 'Countersign', slug: 'countersign' },
  reviewer: { login: 'countersign-reviewer', name: 'Countersign Reviewer' },
} satisfies Partial<SandboxOptions>

/** A GitHub on this machine where Countersign's App is registered, and the account of its second identity. */
export function startCountersignSandbox(options: SandboxOptions): Promise<Sandbox> {
  return startSandbox({ ...identities, ...options })
}
