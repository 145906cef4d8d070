import { findCommitSigning } from '../../../adapters/github/read/find-commit-signing.ts'
import type { GitHubConnection } from '../connect-github.ts'
import type { Settings } from '../../settings/settings.ts'

/** The lowest version of GitHub Enterprise Server whose published description has all that is called. */
const lowest = { major: 3, minor: 17 }

interface EditionFinding {
  isGood: boolean
  words: string
}

/**
 * What kind of GitHub it is: nothing to say of github.com; of GitHub Enterprise Server its version, and whether it signs
 * what Apps commit, which an administrator switches on.
 */
export async function checkEdition(
  { app, client }: Pick<GitHubConnection, 'app' | 'client'>,
  version: unknown,
  { UNSIGNED_COMMITS: unsigned }: Pick<Settings, 'UNSIGNED_COMMITS'>,
): Promise<EditionFinding[]> {
  if (typeof version !== 'string') return []
  return [judgeVersion(version), judgeSigning(await findCommitSigning(app, client), unsigned === 'allowed')]
}

function judgeVersion(version: string): EditionFinding {
  const [major = 0, minor = 0] = version.split('.', 2).map(Number)
  const isGood = major > lowest.major || (major === lowest.major && minor >= lowest.minor)
  const named = `GitHub Enterprise Server ${/^[\w.-]{1,40}$/.test(version) ? version : 'of a version that can’t be read'}`
  return isGood
    ? { isGood, words: `${named}: supported, from ${lowest.major}.${lowest.minor} on.` }
    : {
        isGood,
        words: `${named}: ${lowest.major}.${lowest.minor} is the lowest version that has all that is asked for.`,
      }
}

function judgeSigning(
  found: { repository: string; isSigned: boolean } | undefined,
  isAllowed: boolean,
): EditionFinding {
  if (found === undefined)
    return {
      isGood: true,
      words:
        'Whether it signs what Apps commit shows once an issue was planned: ask again then. An administrator switches web commit signing on.',
    }
  if (found.isSigned)
    return {
      isGood: true,
      words: `Web commit signing is on: it signs what the App commits (seen in ${found.repository}).${isAllowed ? ' UNSIGNED_COMMITS can be left out.' : ''}`,
    }
  if (isAllowed)
    return {
      isGood: true,
      words: `Web commit signing is off (seen in ${found.repository}): the MAC alone decides, as UNSIGNED_COMMITS says.`,
    }
  return {
    isGood: false,
    words: `Web commit signing is off (seen in ${found.repository}): after the next start everything would be on hold. An administrator switches it on; or set UNSIGNED_COMMITS=allowed, and docs/security.md says what that gives up.`,
  }
}
