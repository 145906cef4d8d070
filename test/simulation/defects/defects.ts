import { applicationDefects } from './application-defects.ts'
import { domainDefects } from './domain-defects.ts'
import { githubDefects } from './github-defects.ts'
import type { Defect } from './plant.ts'
import { queueDefects } from './queue-defects.ts'

/** Deliberate mistakes; each must be caught by the simulation. */
export const defects: Defect[] = [...queueDefects, ...domainDefects, ...applicationDefects, ...githubDefects]
