#!/usr/bin/env node
// Plain JavaScript, without imports of its own: any Node must be able to read it and to say which one is needed.
const wantedMajor = 24

if (Number(process.versions.node.split('.')[0]) < wantedMajor) {
  console.error(
    `github-sandbox needs Node ${wantedMajor} or newer; this is ${process.version}. Install one from https://nodejs.org, or run: npx -p node@${wantedMajor} -p github-sandbox github-sandbox`,
  )
  process.exit(2)
}
const { runCommand } = await import('#command')
process.exitCode = await runCommand(process.argv.slice(2))
