import type { ProposedConfiguration } from '../../domain/onboarding/propose-configuration.ts'
import { configurationPath } from '../../domain/configuration/configuration-file.ts'
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
  const seen = found.length === 0 ? '' : `Found here: ${found.join('; ')}.\n\n`
  const isProposed = inPull
    ? `This pull request proposes a configuration (\`${configurationPath}\`) and a form for issues (\`${issueFormPath}\`). Merge it, change it, or close it.`
    : 'Below are a configuration and a form for issues, to be committed as they are or changed. Close this issue when you are done, or at once.'
  return [
    `Countersign works here already: put the label \`countersign\` on an issue, or write \`/plan\` in it, and it is planned; a person approves the plan. Nothing has to be set up for that.\n\n${isProposed} This is proposed once, and never again.`,
    `### \`${configurationPath}\`\n\n${seen}${codeFence(yaml, 'yaml')}`,
    ...(inPull
      ? []
      : [fold(`\`${issueFormPath}\`: a form that asks for what a plan needs`, codeFence(files.form, 'yaml'))]),
    fold(
      `\`${workflowPath}\`: exports approved work from a job of yours, with an attestation`,
      `Copy it by hand if you want it: Countersign asks for no permission to write workflows.\n\n${codeFence(files.workflow, 'yaml')}`,
    ),
  ].join('\n\n')
}

function fold(summary: string, text: string): string {
  return `<details><summary>${summary.replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</summary>\n\n${text}\n\n</details>`
}
