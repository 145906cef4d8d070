import { parseSafeYaml } from '../../../text/parse-safe-yaml.ts'
import { placePlanFaults } from '../../solution/place-plan-faults.ts'
import type { PlanFault } from '../../rules/plan-fault.ts'
import { findYamlBlocks } from './find-yaml-block.ts'

/** Rules that a plan in YAML breaks, each with the line and column it stands at; as they are where the issue has no such plan. */
export function placeYamlFaults(body: string, faults: readonly PlanFault[]): PlanFault[] {
  const [block] = faults.length === 0 ? [] : findYamlBlocks(body)
  const yaml = block === undefined ? undefined : parseSafeYaml(block.content, block)
  return yaml?.ok === true ? placePlanFaults(faults, yaml.value, yaml.locate) : [...faults]
}
