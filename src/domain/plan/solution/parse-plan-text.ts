import { parseSafeYaml, type SafeYaml } from '../../text/parse-safe-yaml.ts'

/** Largest file that is read as a plan; a plan of 60 tasks with all its work stays below 1 MB. */
export const maxPlanBytes = 4 * 1024 * 1024

/** A plan's file, JSON or YAML (all JSON is YAML), with the place of every value. Doubled keys are a fault in either. */
export function parsePlanText(text: string): SafeYaml {
  const json = parseJsonText(text)
  const yaml = parseSafeYaml(text, undefined, { maxBytes: maxPlanBytes, isJson: json !== undefined })
  return yaml.ok && json !== undefined ? { ...yaml, value: json.value } : yaml
}

function parseJsonText(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
