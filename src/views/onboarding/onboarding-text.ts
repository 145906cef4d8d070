import type { ProposedConfiguration } from '../../domain/onboarding/propose-configuration.ts'
import { configurationPath } from '../../domain/configuration/configuration-file.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { codeFence } from '../markdown/neutralise.ts'

export const issueFormPath = '.github/ISSUE_TEMPLATE/countersign.yml'
const workflowPath = '.github/workflows/countersign-export.yml'

export const onboardingTitle = 'Set up Countersign'

/** What is proposed to who installed the App; `inPull`: configuration and form are in the pull request itself. */
export function renderOnboarding(
  { yaml, found }: ProposedConfiguration,
  files: { form: string; workflow: string },
  inPull: boolean,
): string {
  const seen =
    found.length === 0 ? '' : `${t('Found here: {found}.', { found: found.map(translate).join(t('; ')) })}\n\n`
  const isProposed = inPull
    ? t(
        'This pull request proposes a configuration (`{configuration}`) and a form for issues (`{form}`). Merge it, change it, or close it.',
        { configuration: configurationPath, form: issueFormPath },
      )
    : t(
        'Below are a configuration and a form for issues, to be committed as they are or changed. Close this issue when you are done, or at once.',
      )
  return [
    `${t('Countersign works here already: put the label `countersign` on an issue, or write `/plan` in it, and it is planned; a person approves the plan. Nothing has to be set up for that.')}\n\n${isProposed} ${t('This is proposed once, and never again.')}`,
    `### \`${configurationPath}\`\n\n${seen}${codeFence(yaml, 'yaml')}`,
    ...(inPull
      ? []
      : [
          fold(
            t('`{form}`: a form that asks for what a plan needs', { form: issueFormPath }),
            codeFence(files.form, 'yaml'),
          ),
        ]),
    fold(
      t('`{workflow}`: exports approved work from a job of yours, with an attestation', { workflow: workflowPath }),
      `${t('Copy it by hand if you want it: Countersign asks for no permission to write workflows.')}\n\n${codeFence(files.workflow, 'yaml')}`,
    ),
  ].join('\n\n')
}

function fold(summary: string, text: string): string {
  return `<details><summary>${summary.replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</summary>\n\n${text}\n\n</details>`
}
