import type { ProbotOctokit as Whole } from 'probot'

interface ProbotModule {
  ProbotOctokit: typeof Whole
}

/**
 * Probot's Octokit without the rest of Probot: its entry brings a web server, loggers and pages to register an App along,
 * 14 MiB that a server never uses. The file isn't among what the package exports, so a test holds it to be the same class.
 */
const { ProbotOctokit } = (await import(
  new URL('octokit/probot-octokit.js', import.meta.resolve('probot')).href
)) as ProbotModule

export { ProbotOctokit }
