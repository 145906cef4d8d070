/** What goes into a simulated day. Everything that is measured says by what; everything else is an assumption. */
export interface Inputs {
  issuesADay: number
  installations: number
  repositories: number
  /** The n-th installation by size has n^-zipf of the issues of the first, and of its repositories. */
  zipf: number
  /** Of the issues, by hour of the day (UTC). */
  hours: readonly number[]
  tasks: { mean: number; most: number }
  approvalMinutes: { median: number; sigma: number }
  /** One run of an agent. */
  runMinutes: { median: number; sigma: number }
  /** Runs at once, in all workers. */
  runsAtOnce: number
  /** Of an installation: pieces of content for the whole issue and for each task, and so on. */
  content: Cost
  calls: Cost
  restPoints: Cost
  graphqlPoints: Cost
  /** Pieces of content that an installation may make. */
  contentAnHour: number
  contentAMinute: number
}

/** Of an issue with T tasks: `issue` + T × `task`. */
export interface Cost {
  issue: number
  task: number
}

/** Office hours in America, Europe and Asia, weighted 3 : 3 : 2. */
const hours = [
  1.9, 2.3, 2.5, 2.5, 2.4, 2.5, 3.1, 4.4, 5.3, 5.6, 5.1, 4.4, 5.2, 6.4, 7.3, 7.2, 6.2, 5.3, 5.4, 5.2, 4.3, 2.7, 1.5,
  1.3,
]

export const defaultInputs: Inputs = {
  // A million a month, on 22 working days.
  issuesADay: Math.round(1_000_000 / 22),
  installations: 1_000,
  repositories: 10_000,
  zipf: 1,
  hours,
  tasks: { mean: 3, most: 16 },
  approvalMinutes: { median: 20, sigma: 1.2 },
  runMinutes: { median: 4, sigma: 0.8 },
  runsAtOnce: 1_200,
  // The four: npm run bench -- commits ("1 issue, T=1" and "1 issue, T=4").
  content: { issue: 3, task: 2 },
  calls: { issue: 14, task: 7 },
  restPoints: { issue: 12, task: 15 },
  graphqlPoints: { issue: 42, task: 20 },
  // GitHub: "Rate limits for the REST API".
  contentAnHour: 500,
  contentAMinute: 80,
}
