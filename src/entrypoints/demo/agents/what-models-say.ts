import type { ModelPlan } from '../../../adapters/agents/planner/plan-answer-schema.ts'
import type { ModelReview } from '../../../adapters/agents/reviewer/review-answer-schema.ts'
import { firstVersion, hoursTest, readmeLine, secondVersion, wordsTest } from './files.ts'
import type { Question, ScriptedTurn } from './scripted-model.ts'

/** Who works and who judges are two. */
export const models = { writer: 'writer', reviewer: 'reviewer' }

/** The models of the story: what they say follows from what they are asked, as with real ones. */
export function answer(question: Question): ScriptedTurn {
  if (question.told.includes('You plan the work')) return plan(question)
  if (question.told.includes('You review one version')) return review(question)
  return question.told.includes('README.md') && question.told.includes('T2:') ? describe(question) : build(question)
}

const json = (value: ModelPlan | ModelReview): ScriptedTurn => ({ say: JSON.stringify(value) })

/** It looks at the code and at how tests are run, asks what nobody wrote, and plans. */
function plan({ told, looks }: Question): ScriptedTurn {
  if (looks === 0) return { use: 'search_files', input: { text: 'formatDuration' } }
  if (looks === 1) return { use: 'read_file', input: { path: 'src/duration.js' } }
  if (!told.includes('what people said in the thread since'))
    return json({
      kind: 'questions',
      questions: [
        {
          question: 'What becomes of units below the two largest, such as the seconds of `1 h 0 min 5 s`?',
          why: 'It decides what the function returns, and no line of the repository says it.',
          proposals: ['They are left out', 'All units are told'],
        },
      ],
    })
  const asks = [...told.matchAll(/^(A\d+)(?: \(item\))?, line \d+: (.*)$/gm)].map(([, id = '', text = '']) => ({
    id,
    covered_by: [/README/.test(text) ? 'T2/1' : 'T1/2'],
  }))
  return json({
    kind: 'plan',
    description: 'Durations are told in their two largest units, and the README says which.',
    strategy: 'feature',
    risk: 'low',
    impact: 'low',
    complexity: 'low',
    patterns: 'Plain functions without dependencies; tests with node:test.',
    integration_points: '`formatDuration` is all that the package exports.',
    tests_found_in: 'package.json',
    tasks: [
      {
        id: 'T1',
        title: 'Tell durations in their two largest units',
        action: 'Modify',
        description: '`formatDuration` returns days and hours, hours and minutes, minutes and seconds, or seconds.',
        scope: ['src/duration.js', 'test/'],
        places: [{ file: 'src/duration.js', target: 'formatDuration', change: 'the two largest units', is_new: false }],
        steps: ['Change `formatDuration`', 'Test each unit'],
        depends_on: [],
        criteria: [
          { statement: '`node --test` passes', check: 'command', command: 'node --test' },
          {
            statement: '`formatDuration(90061)` is `1 d 1 h`, and units below the two largest are left out',
            check: 'judgement',
          },
        ],
        test_commands: ['node --test'],
        estimate_person_days: 0.5,
      },
      {
        id: 'T2',
        title: 'Say in the README which unit is used when',
        action: 'Modify',
        description: 'Readers needn’t look at the code.',
        scope: ['README.md'],
        places: [{ file: 'README.md', target: 'clock', change: 'a sentence on units', is_new: false }],
        steps: ['Add the sentence'],
        depends_on: ['T1'],
        criteria: [
          { statement: '`README.md` tells a newcomer which unit is used when', check: 'judgement' },
          {
            statement: '`README.md` contains `1 d 1 h`',
            check: 'file_contains',
            path: 'README.md',
            contains: '1 d 1 h',
          },
        ],
        test_commands: [],
        estimate_person_days: 0.25,
      },
    ],
    asks,
    more_asks: [],
  })
}

/** At first it forgets days; told so by the verdict, it makes another version. */
function build({ told, looks }: Question): ScriptedTurn {
  const isRedo = told.includes('was rejected')
  const turns: ScriptedTurn[] = [
    { use: 'read_file', input: { path: 'src/duration.js' } },
    { use: 'write_file', input: { path: 'src/duration.js', text: isRedo ? secondVersion : firstVersion } },
    { use: 'write_file', input: { path: 'test/words.test.js', text: isRedo ? wordsTest : hoursTest } },
    { use: 'run_command', input: { command: 'node --test' } },
  ]
  return turns[looks] ?? { say: 'The tests pass.' }
}

function describe({ looks }: Question): ScriptedTurn {
  const turns: ScriptedTurn[] = [
    { use: 'read_file', input: { path: 'README.md' } },
    {
      use: 'replace_text',
      input: { path: 'README.md', old_text: 'in words. A', new_text: `in words. ${readmeLine} A` },
    },
  ]
  return turns[looks] ?? { say: 'It is said.' }
}

/** It reads the file before it judges, quotes the line that shows it, and leaves to people what it can't know. */
function review({ told, looks }: Question): ScriptedTurn {
  if (told.includes('T2:'))
    return judge('AC-1', { result: 'cannot_tell', reason: 'Whether a newcomer gets it is for one to say.', quotes: [] })
  const path = 'src/duration.js'
  if (looks === 0) return { use: 'read_file', input: { path } }
  if (told.includes('86400')) {
    const line = lineOf(secondVersion, 'if (days > 0)')
    return judge('AC-2', {
      result: 'holds',
      reason: 'From a day on it is days and hours.',
      quotes: [{ path, ...line }],
    })
  }
  const line = lineOf(firstVersion, 'if (hours > 0)')
  return judge('AC-2', {
    result: 'fails',
    reason: 'There are no days: 90061 s come out as `25 h 1 min`.',
    quotes: [{ path, ...line }],
  })
}

function judge(id: string, judgement: Omit<ModelReview['judgements'][number], 'id'>): ScriptedTurn {
  return json({
    judgements: [{ id, ...judgement }],
    score: judgement.result === 'fails' ? 0.4 : 0.9,
    advice: [],
    doubts: [],
  })
}

/** As a reviewer quotes it: word for word, with its number. */
function lineOf(file: string, start: string): { line: number; text: string } {
  const lines = file.split('\n')
  const index = lines.findIndex((line) => line.trim().startsWith(start))
  return { line: index + 1, text: (lines[index] ?? '').trim() }
}
