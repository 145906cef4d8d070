/** How a comment steers work that is under way. `why`: '' where nobody said. */
export type Steering = { kind: 'pause' } | { kind: 'resume' } | { kind: 'stop'; why: string }
