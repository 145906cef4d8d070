import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

export type Contexts = Record<string, unknown>

/** Functions that a runner has beside those of the language. */
const statusFunctions = ['always', 'success', 'failure', 'cancelled']

/** What an expression of a workflow comes to, by GitHub's own evaluator. */
export function evaluate(expression: string, contexts: Contexts): unknown {
  const { tokens } = new Lexer(expression).lex()
  const functions = statusFunctions.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(name === 'always' || name === 'success'),
  }))
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse()
  const known = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary
  const result = new Evaluator(parsed, known, new Map(functions.map((one) => [one.name, one]))).evaluate()
  return JSON.parse(JSON.stringify(result, data.replacer))
}

/** An `if:`, with or without `${{ }}` around it. */
export function holds(condition: unknown, contexts: Contexts): boolean {
  if (condition === undefined || condition === null) return true
  if (typeof condition !== 'string') return condition === true
  const text = condition.trim()
  const result = evaluate(/^\$\{\{(.*)\}\}$/s.exec(text)?.[1] ?? text, contexts)
  return Boolean(result)
}

/** Whether a condition says itself what it means after something has failed: else it holds after success alone. */
export function asksForStatus(condition: unknown): boolean {
  return typeof condition === 'string' && /\b(?:always|success|failure|cancelled)\s*\(/.test(condition)
}

/** A value with expressions in it; one that is an expression alone keeps its type. */
export function fillIn(value: unknown, contexts: Contexts): unknown {
  if (Array.isArray(value)) return value.map((one) => fillIn(one, contexts))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillIn(one, contexts)]))
  if (typeof value !== 'string') return value
  const whole = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(value)?.[1]
  if (whole !== undefined) return evaluate(whole, contexts)
  return value.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => textOf(evaluate(expression, contexts)))
}

/** As a runner writes a value of a workflow into a text or an environment. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
}
