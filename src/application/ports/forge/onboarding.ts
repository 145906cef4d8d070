import type { RepositoryFacts } from '../../../domain/onboarding/propose-configuration.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** What a repository has that the App was just installed on; `isSettled`: there is nothing to propose, or nowhere to. */
export type OnboardingLook =
  | { isSettled: true }
  | {
      isSettled: false
      facts: RepositoryFacts
      /** Its text; '' where there is none. */
      readme: string
      base: { branch: string; sha: string }
    }

export interface OnboardingPull {
  base: { branch: string; sha: string }
  /** Text by path. */
  files: Readonly<Record<string, string>>
  title: string
  body: string
}

/** The first words of the App in a repository. */
export interface Onboarding {
  look(repository: RepositoryRef): Promise<OnboardingLook>
  openIssue(repository: RepositoryRef, issue: { title: string; body: string }): Promise<void>
  /** Where its branch is there already, from an earlier try, it goes on from that. */
  openPull(repository: RepositoryRef, pull: OnboardingPull): Promise<void>
}
