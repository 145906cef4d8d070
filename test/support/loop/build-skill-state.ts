import type { DevelopTask, Hypothesis, SkillState, TestResult } from '../../../src/domain/records/loop/loop-state.ts'

interface Parts extends Partial<Omit<SkillState, 'develop' | 'debug' | 'validate'>> {
  develop?: Partial<SkillState['develop']>
  debug?: Partial<SkillState['debug']>
  validate?: Partial<SkillState['validate']>
}

/** Two tasks, the first completed, nothing validated. */
export function buildSkillState({ develop, debug, validate, ...rest }: Parts = {}): SkillState {
  return {
    current_action: 'develop',
    last_action: 'action-init',
    completed_actions: ['action-init', 'action-develop-with-file'],
    mode: 'auto',
    errors: [],
    ...rest,
    develop: {
      total: 2,
      completed: 1,
      tasks: [
        buildDevelopTask({ status: 'completed', files_changed: ['src/auth.ts'], completed_at: '2026-11-21T03:20:00Z' }),
        buildDevelopTask({ id: 'T2', description: 'Answer 401 with a reason' }),
      ],
      last_progress_at: '2026-11-21T03:20:00Z',
      ...develop,
    },
    debug: {
      hypotheses_count: 0,
      hypotheses: [],
      confirmed_hypothesis: null,
      iteration: 0,
      last_analysis_at: null,
      ...debug,
    },
    validate: {
      pass_rate: 0,
      test_results: [],
      passed: false,
      failed_tests: [],
      last_run_at: null,
      ...validate,
    },
  }
}

export function buildDevelopTask(parts: Partial<DevelopTask> = {}): DevelopTask {
  return {
    id: 'T1',
    description: 'Check expiry before the signature',
    tool: 'codex',
    mode: 'write',
    status: 'pending',
    files_changed: [],
    created_at: '2026-11-21T03:12:00Z',
    completed_at: null,
    ...parts,
  }
}

export function buildHypothesis(parts: Partial<Hypothesis> = {}): Hypothesis {
  return {
    id: 'H1',
    description: 'Expiry is compared in seconds with a value in milliseconds',
    testable_condition: 'undoing `src/auth.ts:27` makes the test pass',
    logging_point: '`src/auth.ts:27`',
    evidence_criteria: { confirm: 'the test passes', reject: 'the test still fails' },
    likelihood: 1,
    status: 'pending',
    evidence: null,
    verdict_reason: null,
    ...parts,
  }
}

export function buildTestResult(parts: Partial<TestResult> = {}): TestResult {
  return {
    test_name: 'accepts fresh',
    suite: 'auth',
    status: 'passed',
    duration_ms: 3,
    error_message: null,
    stack_trace: null,
    ...parts,
  }
}
