/** The example of spec 000 §1, as it stands there. */
export const specSolution = {
  id: 'SOL-ISS-001-1',
  issue_id: 'ISS-001',
  description: 'Fix authentication token expiration by extending TTL',
  strategy_type: 'bugfix',
  created_at: '2025-01-29T11:00:00Z',
  tasks: [
    {
      id: 'T1',
      title: 'Update token TTL configuration',
      action: 'Modify',
      scope: 'src/config/auth.ts',
      description: 'Increase JWT token expiration from 1h to 24h',
      modification_points: [
        { file: 'src/config/auth.ts', target: 'JWT_EXPIRY', change: 'Change value from 3600 to 86400' },
      ],
      implementation: [
        'Open src/config/auth.ts',
        'Locate JWT_EXPIRY constant',
        'Update value: 3600 → 86400',
        'Add comment explaining change',
      ],
      test: {
        commands: ['npm test -- auth.config.test.ts'],
        unit: ['Token expiration should be 24h'],
        integration: [],
      },
      acceptance: {
        criteria: ['Unit tests pass', 'Token TTL is correctly set', 'No breaking changes to API'],
        verification: ['Run: npm test', 'Manual: Verify token in console'],
      },
      depends_on: [],
      estimated_minutes: 15,
      priority: 1,
    },
  ],
  exploration_context: {
    relevant_files: ['src/config/auth.ts', 'src/services/auth.service.ts', 'tests/auth.test.ts'],
    patterns: 'Follow existing config pattern in .env',
    integration_points: 'Used by AuthService in middleware',
  },
  analysis: { risk: 'low', impact: 'medium', complexity: 'low' },
  score: 0.95,
  is_bound: true,
}

/** The least that spec 000 §4 requires of a solution. */
export const leastSolution = {
  id: 'SOL-ISS-001-1',
  issue_id: 'ISS-001',
  description: 'Longer sessions',
  tasks: [
    {
      id: 'T1',
      title: 'Raise the limit',
      action: 'Modify',
      implementation: ['Change the constant'],
      acceptance: { criteria: ['Sessions last a day'] },
    },
  ],
}
