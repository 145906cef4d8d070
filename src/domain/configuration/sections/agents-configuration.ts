import { recordText } from '../../language/message.ts'
import { z } from 'zod'

const names = z.string().regex(/^[\w.:/@-]{1,200}$/, recordText('it must be a name from `MODELS`'))

const byRulesOr = (what: string) => z.enum(['rules', 'model']).default('rules').describe(what)

/** Who fills the roles; which models there are is the server's to say (docs/agents.md). */
export const agentsSection = z
  .strictObject({
    planner: z
      .enum(['outline', 'model', 'auto'])
      .default('auto')
      .describe(
        'Who makes the plan: `outline` reads what the issue spells out, `model` asks a model each time, `auto` asks one where the issue does not spell it out and the server has a model.',
      ),
    reviewer: z
      .enum(['rules', 'model', 'auto'])
      .default('auto')
      .describe(
        'Who judges criteria of the kind `model_review`: people (`rules` judges what a machine can), or a `model` before them; `auto` is `model` where the server has one.',
      ),
    reviewer_model: names
      .optional()
      .describe('The model that reviews, a name from `MODELS`. Left out: `agents.model`.'),
    plan_reviewer: byRulesOr(
      'Who reads a plan again before people do: the rules alone, or a `model` too; its findings go back to the planner, `plan.max_attempts` times in all.',
    ),
    plan_reviewer_model: names
      .optional()
      .describe(
        'The model that reads plans again, a name from `MODELS`. Left out: `agents.reviewer_model`, or `agents.model`.',
      ),
    feasibility: byRulesOr(
      'Who estimates tasks: a formula, or a `model` beside it. What a person stated stays, with a doubt beside it.',
    ),
    splitter: byRulesOr(
      'Who says where a task that is too large is cut while it is planned: the rules, or a `model` before them.',
    ),
    analyst: byRulesOr(
      'Who says what may have made a test fail: the rules, or a `model` before them. Each guess is tried, whoever made it.',
    ),
    skill_adviser: byRulesOr(
      'Who reads a skill that `/tune` names: the rules, or a `model` too. What it finds is told as its own, and counts in no score, gate or CHECK.',
    ),
    model: names.optional().describe('The model that is asked, a name from `MODELS`. Left out: the first.'),
    executor_model: names
      .optional()
      .describe('The model that does tasks as the executor `model`, a name from `MODELS`. Left out: `agents.model`.'),
    executor_turns: z
      .int()
      .positive()
      .max(1_000)
      .default(100)
      .describe('Turns that the executor `model` may take for one attempt at a task.'),
    context_tokens: z
      .int()
      .min(2_000)
      .max(500_000)
      .default(24_000)
      .describe('How much of the repository a model is told before it looks for itself, in tokens (four bytes each).'),
    max_turns: z
      .int()
      .positive()
      .max(200)
      .default(30)
      .describe('How often a model may look at files before it must answer.'),
  })
  .prefault({})
