import type { InputOptions, OutputOptions } from 'rolldown'

declare const bundles: (Omit<InputOptions, 'input'> & { input: string; output: OutputOptions & { file: string } })[]
export default bundles
