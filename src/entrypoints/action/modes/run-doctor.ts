import { renderDoctorText } from '../../../views/replies/doctor-report.ts'
import { codeFence } from '../../../views/markdown/neutralise.ts'
import { renderCount } from '../../../views/language/t.ts'
import { nameIssue } from '../../../views/text/issue-name.ts'
import { lookAtClone } from '../../commands/read/look-at-clone.ts'
import { parseIssueNumber } from '../../commands/read/parse-issue-number.ts'
import type { RunMode } from '../action-mode.ts'
import type { doctorMode } from './doctor-mode.ts'

/** Looks at a clone, as `countersign doctor` does. */
export const runDoctorMode: RunMode<typeof doctorMode> = async (values, context, output) => {
  const { owner, repo } = context.repository
  const issue = values.issue === null ? null : parseIssueNumber(values.issue)
  if (issue === undefined) return output.fail(`Input "issue" is no number of an issue: ${values.issue}`)
  const place = { repo: `${owner}/${repo}`, publicKey: values['public-key'] ?? undefined }
  const results = await lookAtClone(place, issue, { ...context.env, GITHUB_TOKEN: context.token })
  const findings = results.flatMap(({ examination }) => examination.findings)
  output.set('findings', String(findings.length))
  output.set('report', JSON.stringify({ repository: place.repo, results }))
  const words = renderDoctorText(
    results.map((one) => ({ ...one, name: one.issue_id === null ? 'repository' : nameIssue(one.issue_id) })),
  )
  output.say(words)
  for (const { what } of findings.slice(0, mostAnnotations)) output.annotate('error', what, 'Countersign doctor')
  await output.summarise(`### Doctor: ${renderCount(findings.length, 'finding')}\n\n${codeFence(words)}\n`)
  if (findings.length > 0) output.fail(`Doctor has ${renderCount(findings.length, 'finding')}.`)
}

/** A run shows ten of a level. */
const mostAnnotations = 9
