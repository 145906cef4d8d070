import { defineConfig } from 'rolldown'

/** `dist/action.js`: the Action and all it needs in one file, since a runner installs nothing. */
export default defineConfig({
  input: 'src/entrypoints/action/main.ts',
  platform: 'node',
  output: {
    file: 'dist/action.js',
    format: 'esm',
    codeSplitting: false,
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
  },
})
