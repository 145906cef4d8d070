import { configurationPath } from '../../domain/configuration/configuration-file.ts'
import { chooseLanguage } from '../../domain/configuration/choose-language.ts'
import { t } from '../../views/language/t.ts'
import { inLanguage } from '../language/in-language.ts'
import { proposeConfiguration } from '../../domain/onboarding/propose-configuration.ts'
import { issueFormPath, onboardingTitle, renderOnboarding } from '../../views/onboarding/onboarding-text.ts'
import { markedBody } from '../attempts/mark-body.ts'
import type { Onboarding } from '../ports/forge/onboarding.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** Repositories that one choice of "all repositories" would fill with issues. */
const mostAtOnce = 10

export interface OnboardOptions {
  way: 'issue' | 'pull_request' | 'off'
  onboarding: Onboarding
  /** Texts that come with this version. */
  files: () => Promise<{ form: string; workflow: string }>
}

/**
 * Proposes a configuration where the App was just installed, in the language of its README: once, as what it opened is
 * found however it was closed. With `count` repositories at once of more than a few nothing is opened.
 */
export async function onboard(
  ports: Pick<MachinePorts, 'sign' | 'log'>,
  { way, onboarding, files }: OnboardOptions,
  repository: RepositoryRef,
  count: number,
): Promise<void> {
  if (way === 'off') return
  if (count > mostAtOnce) {
    ports.log('info', 'nothing is proposed where so many repositories come at once', {
      repository: repository.key,
      count,
    })
    return
  }
  const look = await onboarding.look(repository)
  if (look.isSettled) return
  const texts = await files()
  const proposed = proposeConfiguration(look.facts)
  const isPull = way === 'pull_request'
  const text = inLanguage(chooseLanguage('auto', { title: '', body: look.readme }), () => ({
    title: t(onboardingTitle),
    body: markedBody(ports, 'setup', repository.key, renderOnboarding(proposed, texts, isPull)),
  }))
  if (!isPull) return onboarding.openIssue(repository, text)
  await onboarding.openPull(repository, {
    base: look.base,
    files: { [configurationPath]: proposed.yaml, [issueFormPath]: texts.form },
    ...text,
  })
}
