import { recordText } from '../../language/message.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import type { SkillFile } from '../read/skill.ts'
import { examinedCode, type Detector, findingAt } from './detector.ts'
import { findConstraints, findSignificantWords, isRepeated, namesConstraints } from './constraints.ts'

/** MEM-001: phases after the first that repeat none of its constraints, nor say where they stand. */
export const detectForgottenConstraints: Detector = ({ skill }) => {
  const [first, ...later] = skill.phases
  if (first?.page === undefined) return []
  const constraints = findConstraints(first.page)
  if (constraints.length === 0) return []
  return later.flatMap((phase): SkillFinding[] => {
    const words = findSignificantWords(phase.text)
    const links = phase.names.some(({ path }) => path === first.path)
    if (links || namesConstraints(phase) || constraints.some((one) => isRepeated(one, words))) return []
    const message = recordText('None of the {n} constraints of {path} is repeated or linked here.', {
      n: constraints.length,
      path: first.path,
    })
    return [
      findingAt(phase, headLine(phase), {
        pattern: 'MEM-001',
        subject: phase.path,
        message,
        related: [{ path: first.path, line: constraints[0]?.line ?? 1 }],
      }),
    ]
  })
}

function headLine({ page }: SkillFile): number {
  return page?.headings[0]?.line ?? 1
}

const taskHeading =
  /^(?:\d+[.)]\s*)?(?:tasks?|your task|prompt|instructions? for the agent|任务|提示词)\b|^(?:任务|提示词)/i

/** MEM-002: a task from the third phase on, in a section or a prompt, in a file that names no constraint at all. */
export const detectUnconstrainedTasks: Detector = (examined) =>
  examined.skill.phases.slice(2).flatMap((phase): SkillFinding[] => {
    if (namesConstraints(phase)) return []
    const section = phase.page?.headings.find(({ text }) => taskHeading.test(text))
    const prompt = examinedCode(examined).find(({ file, facts }) => file === phase && facts.prompts.length > 0)?.facts
      .prompts[0]
    const line = section?.line ?? prompt?.line
    if (line === undefined) return []
    const message = recordText('The task says what to do, and nothing that must hold.')
    return [findingAt(phase, line, { pattern: 'MEM-002', subject: phase.path, message })]
  })

const checkpoint =
  /\bcheckpoints?\b|\b(?:save|saves|saved|write|writes|persist|persists|record|records|update|updates|store|stores)\b[^.\n]{0,60}\b(?:state|progress)\b|\bstate\.json\b|\b(?:update|save|write)_?state\b|检查点|保存(?:进度|状态)|更新状态/i

/** MEM-003: more than three phases, and none from the middle on keeps what was reached. */
export const detectMissingCheckpoint: Detector = ({ skill }) => {
  const { phases, entry } = skill
  if (phases.length <= 3) return []
  const middle = Math.floor(phases.length / 2)
  const late = phases.slice(Math.max(1, middle - 1))
  if (checkpoint.test(entry.text) || late.some(({ text }) => checkpoint.test(text))) return []
  const phase = phases[middle] ?? entry
  const message = recordText('None of the phases from {path} on saves a checkpoint.', {
    path: late[0]?.path ?? entry.path,
  })
  return [findingAt(phase, headLine(phase), { pattern: 'MEM-003', subject: 'checkpoint', message })]
}

const requirementField =
  /(?:requirement|constraint|goal|objective|intent|(?:^|_)tasks?$|(?:^|_)brief$|(?:^|_)query$|(?:user|original|initial|input|issue)_?(?:request|input|query|prompt|issue|description|goal|story|needs?)|(?:^|_)request$|(?:^|_)input$|description$|instructions?$|scope$)/i

/** MEM-004: a state of at least three fields, none for what was asked. */
export const detectNoRequirements: Detector = ({ skill, schemas }) => {
  const fields = schemas.flatMap((schema) => schema.fields)
  const [schema] = schemas.filter(({ fields }) => fields.length >= 3)
  if (schema === undefined || (skill.phases.length < 2 && skill.mode !== 'autonomous')) return []
  if (fields.some(({ name }) => requirementField.test(name))) return []
  const message = recordText('The {n} fields of `{name}` have none for the requirements.', {
    n: fields.length,
    name: schema.name,
  })
  return [findingAt(schema.file, schema.line, { pattern: 'MEM-004', subject: schema.name, message })]
}

const verification =
  /\b(?:verif(?:y|ies|ied|ication)|validat(?:e|es|ed|ion)|quality[ -]gate|acceptance|self-check|double-check|check(?:s|ed)? (?:that|whether|them|it|the|all|each|every)|review(?:s|ed)?|run (?:the )?tests|proofread)\b|验证|校验|检查|审核|质量/i

/** MEM-005: more than three phases, and nowhere a step that checks what came out. */
export const detectNoVerification: Detector = ({ skill }) => {
  const { phases, entry } = skill
  if (phases.length <= 3) return []
  const pages = [entry, ...phases]
  const says = pages.some(({ page, path }) => {
    const texts = [...(page?.headings ?? []), ...(page?.blocks ?? [])].map(({ text }) => text)
    return verification.test(path.replaceAll(/[-_/]/g, ' ')) || texts.some((text) => verification.test(text))
  })
  if (says) return []
  const last = phases.at(-1) ?? entry
  const message = recordText('{n} phases, and none checks the output against what was asked.', { n: phases.length })
  return [findingAt(last, headLine(last), { pattern: 'MEM-005', subject: 'verification', message })]
}
