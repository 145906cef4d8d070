import { Octokit } from '@octokit/rest'
import { readBranchRules } from '../../../adapters/github/rules/read-branch-rules.ts'
import { judgeRules } from '../../../domain/rules/judge-rules.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { finalCheckName } from '../../../views/check/final-check.ts'
import { renderRulesText } from '../../../views/terminal/rules-text.ts'
import { findGitHubPlace, silentLog } from './find-github-place.ts'

interface RulesIo {
  env: Record<string, string | undefined>
  stdout: (text: string) => void
  stderr: (text: string) => void
}

/** Stands for all branches of plans. */
const branchOfPlans = 'countersign/ISS-001/1/base'

/** `countersign doctor --rules`: exit code 0 the rules fit, 1 something is in the way or missing, 2 could not look. */
export async function runDoctorRules(args: { repo: string; json?: boolean | undefined }, io: RulesIo): Promise<number> {
  try {
    const place = await findGitHubPlace(args.repo, io.env)
    if (place === undefined) throw new Error(`${args.repo} names no repository on GitHub; give owner/name`)
    const token = place.isHome ? (io.env['GITHUB_TOKEN'] ?? io.env['GH_TOKEN']) : undefined
    const auth = token === undefined ? {} : { auth: token }
    const octokit = new Octokit({ ...auth, baseUrl: place.apiUrl, log: silentLog })
    const { owner, repo: name } = place
    const { data } = await octokit.rest.repos.get({ owner, repo: name })
    const [onDefault, onState, onPlans] = await Promise.all(
      [data.default_branch, workflowBranch, branchOfPlans].map((branch) =>
        readBranchRules(octokit, { owner, name }, branch),
      ),
    )
    if (onDefault === undefined || onState === undefined || onPlans === undefined) throw new Error('nothing was read')
    const rules = [...new Map([...onState.rules, ...onPlans.rules].map((one) => [JSON.stringify(one), one])).values()]
    const appId = Number(io.env['APP_ID'])
    const findings = judgeRules({
      defaultBranch: { name: data.default_branch, ...onDefault },
      ours: { rules, isProtected: onState.isProtected || onPlans.isProtected },
      repository: {
        ...onDefault.repository,
        isEmpty: await isEmpty(octokit, { owner, repo: name }, data.default_branch),
      },
      appId: Number.isInteger(appId) && appId > 0 ? appId : null,
      check: finalCheckName,
    })
    if (args.json === true) io.stdout(`${JSON.stringify({ repository: data.full_name, findings }, null, 2)}\n`)
    else io.stdout(renderRulesText(data.full_name, findings))
    return findings.every(({ kind }) => kind === 'note') ? 0 : 1
  } catch (error) {
    io.stderr(`countersign doctor --rules: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

async function isEmpty(octokit: Octokit, place: { owner: string; repo: string }, branch: string): Promise<boolean> {
  try {
    await octokit.rest.git.getRef({ ...place, ref: `heads/${branch}` })
    return false
  } catch (error) {
    if (error instanceof Error && 'status' in error && (error.status === 409 || error.status === 404)) return true
    throw error
  }
}
