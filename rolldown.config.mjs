import { defineConfig } from 'rolldown'
import { renderLicenceComment } from './scripts/package/third-party-licences.ts'

/**
 * What stands in the repository as one file each, since whoever uses it installs nothing: the Action, and the verifier for
 * who only downloaded a release. The same sources make the same bytes; a test compares them.
 */
/**
 * What is loaded from a file beside it, by who needs it alone: modes that need the whole machine (rolldown.bot.config.mjs),
 * and signing.
 */
function fileBeside(id) {
  const [, mode] = /\/(run-(?:bot|find|tune|check-order|run-task))\.ts$/.exec(id) ?? []
  if (mode !== undefined) return `./bot/${mode}.js`
  return id.endsWith('/sign-statement.ts') ? './attest.js' : undefined
}

function bundle(input, file, target) {
  return defineConfig({
    input,
    platform: 'node',
    external: (id, importer) => importer !== undefined && fileBeside(id) !== undefined,
    transform: { target },
    output: {
      file,
      paths: (id) => fileBeside(id) ?? id,
      format: 'esm',
      codeSplitting: false,
      postFooter: ({ moduleIds }) => renderLicenceComment(moduleIds),
      // Names stay, so that a stack can be read.
      minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
    },
  })
}

export default [
  bundle('src/entrypoints/action/main.ts', 'dist/action.js', 'node24'),
  bundle('src/entrypoints/verifier/main.ts', 'packages/countersign-verify/countersign-verify.mjs', 'node20'),
  bundle('src/adapters/attestation/sign-statement.ts', 'dist/attest.js', 'node24'),
]
