import { defineConfig } from 'rolldown'

/**
 * What stands in the repository as one file each, since whoever uses it installs nothing: the Action, and the verifier for
 * who only downloaded a release. The same sources make the same bytes; a test compares them.
 */
/** Modes that need the whole machine: who exports or verifies loads nothing of them (rolldown.bot.config.mjs). */
function isBot(id) {
  return /\/run-(?:bot|find)\.ts$/.test(id)
}

function bundle(input, file, target) {
  return defineConfig({
    input,
    platform: 'node',
    external: isBot,
    transform: { target },
    output: {
      file,
      paths: (id) => (isBot(id) ? id.replace(/^.*\/(run-\w+)\.ts$/, './bot/$1.js') : id),
      format: 'esm',
      codeSplitting: false,
      // Names stay, so that a stack can be read.
      minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
    },
  })
}

export default [
  bundle('src/entrypoints/action/main.ts', 'dist/action.js', 'node24'),
  bundle('src/entrypoints/verifier/main.ts', 'packages/countersign-verify/countersign-verify.mjs', 'node20'),
]
