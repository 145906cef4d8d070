export { people } from './instance/sandbox.ts'
export type {
  AppRegistration,
  Fault,
  IdTokenJob,
  Passage,
  PersonRole,
  ReportedJob,
  RequestRecord,
  Sandbox,
  SandboxOptions,
} from './instance/sandbox.ts'
export { startSandbox } from './start/start-sandbox.ts'
export { refuseStrangeFolder } from './world/claim-folder.ts'
export type { App, Delivery } from './world/app.ts'
export type { Issue, Pull, Repository, WorkflowRun, World } from './world/world.ts'
