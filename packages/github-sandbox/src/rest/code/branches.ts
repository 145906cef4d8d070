import { presentCommit } from '../../present/code/commit.ts'
import { repositoryPage, repositoryUrl } from '../../present/repository.ts'
import { listRules } from '../../rules/find-rules.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import { openForReading } from './git-objects.ts'

const heads = 'refs/heads/'

export const branchRoutes: Routes = {
  'GET /repos/{owner}/{repo}/branches': async (context) => {
    const { repo, git } = openForReading(context)
    const url = repositoryUrl(context, repo)
    const list = (await git.listRefs(heads)).map(({ ref, sha }) => ({
      name: ref.slice(heads.length),
      commit: { sha, url: `${url}/commits/${sha}` },
      protected: listRules(repo, ref).length > 0,
    }))

    return { status: 200, list }
  },

  'GET /repos/{owner}/{repo}/branches/{branch}': async (context) => {
    const { repo, git } = openForReading(context)
    const name = context.params['branch'] ?? ''
    const sha = await git.readRef(`${heads}${name}`)
    if (sha === undefined) throw new GitHubError(404, 'Branch not found')
    const rules = listRules(repo, `${heads}${name}`)
    const self = `${repositoryUrl(context, repo)}/branches/${name.split('/').map(encodeURIComponent).join('/')}`

    return {
      status: 200,
      body: {
        name,
        commit: presentCommit(context, repo, await git.readCommit(sha)),
        _links: { self, html: `${repositoryPage(context, repo)}/tree/${name}` },
        protected: rules.length > 0,
        protection: {
          enabled: rules.some(({ ruleset }) => ruleset.classic === true),
          required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
        },
        protection_url: `${self}/protection`,
      },
    }
  },
}
