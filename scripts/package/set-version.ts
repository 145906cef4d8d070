import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseSection } from './changelog.ts'

// `npm run release -- 1.2.3`: packages, lock file and changelog are of that version. Committing and tagging it is up to you.
const root = join(import.meta.dirname, '../..')
const version = process.argv[2] ?? ''
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('a version is 1.2.3: npm run release -- 1.2.3')

const changelog = join(root, 'CHANGELOG.md')
writeFileSync(
  changelog,
  releaseSection(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10)),
)
for (const folder of ['.', 'packages/github-sandbox', 'packages/countersign-verify']) {
  const file = join(root, folder, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^( {2}"version": ").*(",)$/m, `$1${version}$2`))
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  peerDependencies: Record<string, string>
}
manifest.peerDependencies['github-sandbox'] = `^${version}`
writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'inherit' })
console.log(
  `\nNow: git commit -am "chore: release ${version}" && git tag -a v${version} -m v${version} && git push --follow-tags`,
)
