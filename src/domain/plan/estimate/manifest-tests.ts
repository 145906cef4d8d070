import type { FileSizes } from './file-sizes.ts'

/** How projects of each kind are tested as a rule, by a file that they have at the top. */
const commandOf: Readonly<Record<string, string>> = {
  'package.json': 'npm test',
  'deno.json': 'deno test',
  'Cargo.toml': 'cargo test',
  'go.mod': 'go test ./...',
  'pyproject.toml': 'python -m pytest',
  'setup.py': 'python -m pytest',
  'pom.xml': 'mvn test',
  'build.gradle': './gradlew test',
  'build.gradle.kts': './gradlew test',
  Gemfile: 'bundle exec rake test',
  'mix.exs': 'mix test',
  'composer.json': 'composer test',
  'Package.swift': 'swift test',
}

export const testManifests: readonly string[] = Object.keys(commandOf)

/** What tests a project of this kind, as a rule; undefined where its files don't say of which kind it is. */
export function guessTestCommand(files: FileSizes): string | undefined {
  const found = testManifests.find((path) => files.has(path))
  return found === undefined ? undefined : commandOf[found]
}
