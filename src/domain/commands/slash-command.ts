/** A command from a comment, typed; `line` is the line of the comment it stands on, from 1. */
export type SlashCommand = { line: number } & (
  | { kind: 'plan' }
  /** A plan that mends the skill in that folder; `about`: what is wrong with it, in people's words. */
  | { kind: 'tune'; path: string; about: string }
  /** Another plan; `fresh` carries nothing of the old one over. */
  | { kind: 'replan'; guidance: string; fresh: boolean }
  | { kind: 'answer'; text: string }
  | { kind: 'split'; task: string }
  | { kind: 'approve_plan'; hash: string | null }
  /** In a task's pull request `task` may be left out: null. `criteria`: those alone; none are all. */
  | { kind: 'approve_task'; task: string | null; criteria: string[]; why: string }
  | { kind: 'reject_task'; task: string | null; criteria: string[]; why: string }
  | { kind: 'retry'; task: string | null }
  | { kind: 'waive'; task: string | null; criterion: string; why: string }
  /** Tests of the plan that failed. */
  | { kind: 'waive_tests'; why: string }
  /** `executor`: a name the server knows, or `@login`. */
  | { kind: 'assign'; task: string | null; executor: string }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'stop'; why: string }
  | { kind: 'status' }
  | { kind: 'list' }
  | { kind: 'config' }
  | { kind: 'doctor'; fix: boolean }
  /** `supporting`: null is what the configuration says. */
  | { kind: 'export'; include_candidates: boolean; supporting: boolean | null; partial: boolean }
  | { kind: 'help' }
)

/**
 * A line that means to be a command and isn't one. `mentioned`: it speaks to the bot; `name` is the command in it.
 * `bad_arguments`: `task` is the one that was typed, if any. `hinted`: `said` stands behind other words, or is a command of other programs; `name` is ours that it may mean.
 * `unknown_command`: `suggestion` is the command that was meant, with what was typed behind it where it takes that.
 * `assented`: the whole comment is a yes.
 */
export type CommandProblem =
  | { kind: 'hinted'; line: number; said: string; name: string }
  | { kind: 'assented'; line: number }
  | { kind: 'mentioned'; line: number; name: string | null; meant: string | null }
  | { kind: 'unknown_command'; line: number; name: string; suggestion: string | null }
  | { kind: 'bad_arguments'; line: number; name: string; problem: string; usage: string; task?: string }
