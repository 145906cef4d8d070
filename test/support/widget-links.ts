import { buildLinks } from '../../src/views/markdown/links.ts'

/** Links of issue 7 of `octo/widgets`. */
export const links = buildLinks({
  web: 'https://github.com',
  repository: 'octo/widgets',
  issueNumber: 7,
  workflowBranch: 'countersign/workflow',
})
