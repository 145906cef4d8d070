import { planFromText } from '../../../src/domain/plan/outline/plan-from-text.ts'
import { readWebhook } from '../../../src/adapters/github/webhook/read-webhook.ts'
import { cleanText } from '../../../src/domain/text/clean-text.ts'
import { Findings } from '../../../src/application/bundle/findings.ts'
import { parseManifest } from '../../../src/application/bundle/read-manifest.ts'
import { parseLegacyLoop } from '../../../src/domain/loop/parse-legacy-loop.ts'
import { parseSolution } from '../../../src/domain/plan/solution/parse-solution.ts'
import { freezeText } from '../../../src/domain/text/frozen-text.ts'
import { inferCriterion } from '../../../src/domain/plan/assemble/infer-criterion.ts'
import { parsePlanReference } from '../../../src/domain/records/plan-reference.ts'
import { parseSeal } from '../../../src/domain/records/seal/state-seal.ts'
import { rebuildSkillState } from '../loop/rebuild-skill-state.ts'
import { parseConfiguration } from '../../../src/domain/configuration/parse-configuration.ts'
import { parseSafeYaml } from '../../../src/domain/text/parse-safe-yaml.ts'
import { parseSlashCommands } from '../../../src/domain/commands/parse-slash-commands.ts'
import { readCodeOwners } from '../../../src/domain/people/code-owners.ts'
import { readLfsPaths } from '../../../src/domain/paths/lfs-paths.ts'
import { createPathMatcher } from '../../../src/domain/paths/path-pattern.ts'
import { findPathFaults } from '../../../src/domain/paths/path-policy.ts'
import { createPatternJudge } from '../../../src/domain/plan/rules/judge-patterns.ts'
import { judgeStatement } from '../../../src/domain/plan/score/judge-statement.ts'
import { parsePlanText } from '../../../src/domain/plan/solution/parse-plan-text.ts'
import { parseVerdictFile } from '../../../src/application/bundle/parse-verdict-file.ts'
import { parseIssueFile } from '../../../src/entrypoints/commands/plan/parse-issue-file.ts'
import { createRedactor } from '../../../src/entrypoints/redaction/create-redactor.ts'
import { neutraliseBlock, neutraliseHtml, neutraliseInline } from '../../../src/views/markdown/neutralise.ts'
import { buildPlanFacts } from '../plans/build-draft.ts'
import { buildPayload } from '../webhook-payloads.ts'
import type { ForeignParser } from './foreign-parser.ts'

const markdown = [
  '- [ ] ',
  '* ',
  '## ',
  '~~~',
  '|a|b|\n',
  '<div>',
  '<!',
  '<?',
  '[a]: /b',
  '===',
  '---',
  '&amp;',
  '<a',
  '<![CDATA[',
  '$',
]
const commands = ['/x\n', '/approve T1\n', '/reject T1 ', '/countersign ', '/answer ', '/assign T1 @a ']
const tasks = [
  'T1: ',
  '- [ ] T1: ',
  'Acceptance: ',
  '  - Acceptance\n',
  'depends on T1',
  '(1 d)',
  '```sh run\n',
  '```diff\n',
  '`src/a.ts`',
  '### Task\n',
  '_No response_',
  '**Actual behavior**\n',
  '- [ ] I have ',
  '- [ ] #1 ',
  'Expected: ',
  'I would expect ',
  ' should be ',
  ' at f (a/src/b.js:1:2)\n',
  'https://a.b/c/d/blob/e/f.ts ',
  '验收：',
  'Run: ',
  ' exists',
  'Files: ',
  'x1.y',
]
const yaml = [
  'a: ',
  '- ',
  '? ',
  '|\n',
  '>-\n',
  '&a ',
  '*a',
  '!!str ',
  '%YAML',
  '---\n',
  '...\n',
  '<<: ',
  "''",
  '""',
  '{a: ',
  '[a, ',
]
const json = ['{"a":', '[', '"', ',', 'null', '1e9', '\\u0000', '}', '"a"']
const paths = ['src/', '**', '**/', '*', '?', '{a,b}', '{', ',', './', '../', '.git', '.GitHub', 'a.ts', '\uFF0E']
const patterns = ['a*', '(?:', '(', ')', '{1000}', '{2}', '[a-z]', '[^', '\\pL', '\\d+', '|', '^', '$', '(?i)', '.*']
const secrets = ['eyJ', 'eyJ-', 'ghp_', 'ghs_', '-----BEGIN PRIVATE KEY-----', 'A', '%41', '\\x41', '4a', '=', '+']
const sent = {
  ourLogins: ['countersign[bot]'],
  appId: 1,
  sign: (text: string) => text,
  now: '2026-01-01T00:00:00Z',
  holdsMarker: () => false,
  toOwnTime: (time: string) => time,
}
/** What was read once is remembered, and would take no time. */
let reads = 0
const redact = createRedactor(['a-long-secret-of-somebody', 'another-secret'])
const hidden = '| # | what |\n|---|---|\n'

/** What reads the texts of people: comments, issues, configuration, paths, and what the bot repeats of them. */
export const textParsers: ForeignParser[] = [
  {
    name: 'commands of a comment',
    modules: ['domain/commands/parse-slash-commands.ts'],
    pieces: [...markdown, ...commands],
    read: (text) => parseSlashCommands(`/x\n${text}`, 'issue'),
  },
  {
    name: 'webhook of a comment',
    modules: ['adapters/github/webhook/read-webhook.ts'],
    pieces: [...markdown, ...commands],
    read: (text) =>
      readWebhook(
        'issue_comment',
        buildPayload('issue_comment', 'created', { comment: { body: `${reads++}\n${text}` } }),
        sent,
      ),
  },
  {
    name: 'text that is frozen',
    modules: ['domain/text/frozen-text.ts'],
    pieces: markdown,
    read: (text) => freezeText(text, text),
  },
  {
    name: 'plan of an issue',
    modules: ['domain/plan/outline/plan-from-text.ts'],
    pieces: [...markdown, ...tasks],
    read: (text) => planFromText('Title', text, ''),
  },
  {
    name: 'task of an issue',
    modules: ['domain/plan/outline/plan-from-text.ts'],
    pieces: [...markdown, ...tasks],
    read: (text) => planFromText('Title', `- [ ] T1: Do it\n  ${text.replaceAll('\n', '\n  ')}`, ''),
  },
  {
    name: 'issue form',
    modules: ['domain/plan/outline/plan-from-text.ts'],
    pieces: tasks,
    read: (text) => planFromText('Title', `### What to do\n\n${text}\n\n### Acceptance\n\n${text}`, ''),
  },
  {
    name: 'plan in YAML',
    modules: ['domain/plan/outline/plan-from-text.ts'],
    pieces: [...yaml, 'tasks:\n', '  - title: x\n'],
    read: (text) => planFromText('Title', `\`\`\`yaml countersign\n${text}\n\`\`\`\n`, ''),
  },
  {
    name: 'guidance to a planner',
    modules: ['domain/plan/outline/plan-from-text.ts'],
    pieces: [...tasks, 'merge ', 'drop ', 'split ', 'T1 after T2'],
    read: (text) => planFromText('Title', '- [ ] T1: Write `a.md`\n- [ ] T2: Write `b.md`\n', text),
  },
  {
    name: 'statement of a criterion',
    modules: ['domain/plan/assemble/infer-criterion.ts'],
    pieces: [...tasks, ' contains `', ' matches `/', ' is at most 1 KB'],
    read: inferCriterion,
  },
  {
    name: 'clarity of a statement',
    modules: ['domain/plan/score/judge-statement.ts'],
    pieces: ['works ', 'returns 1 ', 'is '],
    read: judgeStatement,
  },
  { name: 'YAML', modules: ['domain/text/parse-safe-yaml.ts'], pieces: yaml, read: (text) => parseSafeYaml(text) },
  {
    name: 'configuration',
    modules: ['domain/configuration/parse-configuration.ts'],
    pieces: [...yaml, 'label: ', 'run:\n  '],
    read: parseConfiguration,
  },
  {
    name: 'solution as a file',
    modules: ['domain/plan/solution/parse-solution.ts', 'domain/plan/solution/parse-plan-text.ts'],
    pieces: [...yaml, 'id: SOL-ISS-001-1\n', 'tasks:\n', '- id: T1\n'],
    read(text) {
      const parsed = parsePlanText(`id: SOL-ISS-001-1\nissue_id: ISS-001\n${text}`)
      if (parsed.ok) parseSolution(parsed.value, buildPlanFacts())
    },
  },
  {
    name: 'manifest of an export',
    modules: ['application/bundle/read-manifest.ts'],
    pieces: [...json, '"items":[', '"files":[', '"dest_path":"a"'],
    read: (text) => parseManifest(Buffer.from(`{"items":${text}`), new Findings()),
  },
  {
    name: 'loop of an earlier version',
    modules: ['domain/loop/parse-legacy-loop.ts'],
    pieces: ['T1: ', '[x] '],
    read: (text) =>
      parseLegacyLoop('a', { task_description: text, status: text, skill_state: { develop: { tasks: [text] } } }),
  },
  {
    name: 'plan as a file',
    modules: ['domain/plan/solution/parse-plan-text.ts'],
    pieces: [...json, ...yaml],
    read: parsePlanText,
  },
  {
    name: 'plan as a file of JSON',
    modules: ['domain/plan/solution/parse-plan-text.ts'],
    pieces: json,
    read: (text) => parsePlanText(JSON.stringify({ description: text })),
  },
  {
    name: 'issue as a file',
    modules: ['entrypoints/commands/plan/parse-issue-file.ts'],
    pieces: [...yaml, 'title: '],
    read: (text) => parseIssueFile(`---\ntitle: ${text}\n---\n${text}`),
  },
  {
    name: 'verdict file',
    modules: ['application/bundle/parse-verdict-file.ts'],
    pieces: yaml,
    read: (text) => parseVerdictFile(`---\n${text}\n---\n`),
  },
  {
    name: 'paths that a pattern names',
    modules: ['domain/paths/path-pattern.ts'],
    pieces: paths,
    read: (text) => createPathMatcher(text.split('\n').slice(0, 500))(text.slice(0, 1_000)),
  },
  {
    name: 'CODEOWNERS',
    modules: ['domain/people/code-owners.ts', 'domain/paths/render-glob.ts'],
    pieces: [...paths, '* @ada\n', '\\ ', '**/', '#'],
    read: (text) => readCodeOwners(text.slice(0, 20_000))(text.slice(0, 1_000)),
  },
  {
    name: '.gitattributes',
    modules: ['domain/paths/lfs-paths.ts'],
    pieces: [...paths, '*.png filter=lfs\n', ' -filter', '**/', '#', '"'],
    read: (text) => readLfsPaths(text.slice(0, 20_000))(text.slice(0, 1_000)),
  },
  {
    name: 'paths of a change',
    modules: ['domain/paths/path-policy.ts'],
    pieces: paths,
    read: (text) =>
      findPathFaults(
        text.split('\n').map((path) => ({ path, mode: '100644', size: 1, status: 'added' as const })),
        { scope: ['src/**'], denied: ['x/*'], maxFileBytes: 1_000, maxFiles: 500 },
      ),
  },
  {
    name: 'patterns of criteria',
    modules: ['domain/plan/rules/judge-patterns.ts'],
    pieces: patterns,
    read: (text) => text.split('\n').slice(0, 1_000).map(createPatternJudge()),
  },
  {
    name: 'progress pages of a loop',
    modules: ['develop', 'debug', 'validate'].map((page) => `domain/loop/progress/parse-${page}-page.ts`),
    pieces: [...markdown, hidden, '# Develop: ', '# Debug: ', '# Validate: '],
    read(text) {
      for (const page of ['develop', 'debug', 'validate'] as const) {
        const pages = {
          develop: '',
          debug: '',
          validate: '',
          [page]: `# ${page[0]?.toUpperCase()}${page.slice(1)}: x\n\n${text}`,
        }
        try {
          rebuildSkillState(pages)
        } catch (error) {
          if (error instanceof RangeError) throw error
        }
      }
    },
  },
  {
    name: 'messages of commits',
    modules: ['domain/records/seal/state-seal.ts'],
    pieces: ['Countersign-Op: ', 'Countersign-Mac: ', 'Countersign-Changes: '],
    read: parseSeal,
  },
  {
    name: 'names of plans',
    modules: ['domain/records/plan-reference.ts'],
    pieces: ['SOL-ISS-', 'ISS-', '7', '-1'],
    read: parsePlanReference,
  },
  {
    name: 'words that are repeated',
    modules: ['views/markdown/neutralise.ts'],
    pieces: [...markdown, '@a', '#1', 'fixes #1', 'www.'],
    read: (text) => [neutraliseBlock(text), neutraliseHtml(text), neutraliseInline(text)],
  },
  {
    name: 'terminal text',
    modules: ['domain/text/clean-text.ts'],
    pieces: ['\u001B[31m', '\u001B]0;', '\u0007'],
    read: cleanText,
  },
  {
    name: 'output without secrets',
    modules: ['entrypoints/redaction/create-redactor.ts'],
    pieces: secrets,
    read: redact,
  },
]
