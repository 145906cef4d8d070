import { verifyExitCode, type VerifyReport } from '../../../domain/bundle/verify-report.ts'
import { renderVerifyReport } from '../../../views/bundle/verify-report.ts'
import { codeFence } from '../../../views/markdown/neutralise.ts'
import { runVerify } from '../../commands/verify.ts'
import type { RunMode } from '../action-mode.ts'
import type { verifyMode } from './verify-mode.ts'

/** The step's exit code is the command's: 0 approved, 3 self-consistent only, 1 broken, 2 nothing to read. */
export const runVerifyMode: RunMode<typeof verifyMode> = async (values, context, output) => {
  const { owner, repo } = context.repository
  const texts: string[] = []
  const complaints: string[] = []
  const manifestSha256 = values['manifest-sha256']
  const anchor = manifestSha256 === null ? { repo: `${owner}/${repo}` } : { manifestSha256 }
  const publicKey = values['public-key'] ?? undefined
  const code = await runVerify(
    {
      target: values.target,
      ...anchor,
      publicKey,
      requireAttestation: values['require-attestation'],
      signerWorkflow: values['signer-workflow'] ?? undefined,
      trustedRoot: values['trusted-root'] ?? undefined,
      json: true,
    },
    {
      stdout: (text) => texts.push(text),
      stderr: (text) => complaints.push(text),
      env: { ...context.env, GITHUB_TOKEN: context.token },
    },
  )
  if (code === 2) {
    output.fail(complaints.join('').trim())
    return output.end(code)
  }
  const report = JSON.parse(texts.join('')) as VerifyReport
  output.set('verdict', report.verdict)
  output.set('report', JSON.stringify(report))
  const words = renderVerifyReport(report)
  output.say(words)
  await output.summarise(`### Verified: ${report.verdict}\n\n${codeFence(words)}\n`)
  if (code !== 0) output.fail(words.split('\n')[0] ?? report.verdict)
  output.end(verifyExitCode(report.verdict))
}
