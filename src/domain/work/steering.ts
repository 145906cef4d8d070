/** How work that is under way is steered, by a comment or by a program (`steerIssue`). `why`: '' where nobody said. */
export type Steering = { kind: 'pause' } | { kind: 'resume' } | { kind: 'stop'; why: string }
