export { letGitRunIn } from './git/run-git.ts'
export { breakOff } from './http/break-off.ts'
export { costOfGraphql, costOfRest } from './limits/secondary-limits.ts'
