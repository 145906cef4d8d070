import { InvalidArgumentError } from 'commander'
import { type GivenRole, sandboxRoles } from '../sandbox/give-roles.ts'

export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 takes a free one.')
  return port
}

export function requireIssueNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('An issue number is a whole number above 0.')
  return Number(text)
}

export function parseDate(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDate) throw new InvalidArgumentError('A day is year, month and day, as 2026-11-23.')
  return text
}

export function parseRepositoryName(text: string): string {
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(text)) throw new InvalidArgumentError('A repository is owner/name.')
  return text
}

export function parseConcurrency(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 to 9999.')
  return Number(text)
}

export function parseRows(text: string, before: number[] | undefined): number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0, from "queue list".')
  return [...(before ?? []), Number(text)]
}

export function parseRole(text: string, before: readonly GivenRole[] | undefined): GivenRole[] {
  const [person = '', named] = text.replace(/^@/, '').split('=')
  const role = sandboxRoles.find((one) => one === named)
  if (person === '' || role === undefined)
    throw new InvalidArgumentError(`It is person=role, as in ada=admin; roles are ${sandboxRoles.join(', ')}.`)
  return [...(before ?? []), { person, role }]
}
