/** The part of the changelog below a heading; undefined where there is none. */
export function findSection(changelog: string, title: string): string | undefined {
  const [, ...parts] = changelog.split(/^## /m)
  const found = parts.find((part) => part.split('\n')[0]?.split(' ')[0] === title)
  return found?.slice(found.indexOf('\n')).trim()
}

/** What was not released is that version from now on. Throws where there is nothing to release. */
export function releaseSection(changelog: string, version: string, date: string): string {
  if (!findSection(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has nothing below "Unreleased"')
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`)
}
