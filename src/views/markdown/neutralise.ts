import { neutraliseSkipping } from './neutralise-skipping.ts'
import { asOneLine, removeHidden, toOneLine } from './hidden-characters.ts'

// Parts without a place to break a line, as a zero-width space would be.
const wordJoiner = '\u2060'

// Single backticks with something between, or double ones around what has backticks itself; a span with a pipe would break a table, one with a closing keyword might
// be read as one by a program less careful than GitHub.
const codeSpan = /(?<!`)(?:`(?=[^`|]*[^`|\s])([^`|]+)`|`` ((?:[^`|]|`(?!`))+) ``)(?!`)/g
const closingKeyword = /\b(?:clos|fix|resolv)(?:e[sd]?|es|ed)?\b:?\s*\S*(?:#|gh-|\/)\d/i

/**
 * Untrusted text for one line of Markdown: a paragraph, heading, table cell, list item or link text.
 * What it says stays readable; nothing in it works, `code` between single backticks excepted (design 7.2).
 */
export function neutraliseInline(text: string): string {
  return mapSpans(asOneLine(text), escapeText, (code) => `\`${code}\``)
}

/** The same where no code between backticks is wanted: names and values. */
export function neutraliseLiteral(text: string): string {
  return escapeText(toOneLine(text))
}

/** The same for text between HTML tags that Markdown does not look into, as in `<summary>`. */
export function neutraliseHtml(text: string): string {
  return mapSpans(asOneLine(text), escapeText, asHtml)
}

/** Untrusted text of several lines for Markdown: paragraphs and line ends stay, everything else is text. */
export function neutraliseBlock(text: string): string {
  const paragraphs = removeHidden(text).split(/\n\s*\n/)
  return paragraphs
    .map((paragraph) => paragraph.split('\n').map(neutraliseInline).filter(Boolean).join('  \n'))
    .filter(Boolean)
    .join('\n\n')
}

/** Untrusted text where no markup is read but references are: titles and commit messages. One line. */
export function neutralisePlain(text: string): string {
  return breakReferences(neutraliseSkipping(toOneLine(text)))
}

/** A code block whose fence is longer than any inside. `info` is ours. */
export function codeFence(text: string, info = ''): string {
  const content = removeHidden(text).replace(/(?<!\n)\n+$/, '')
  const longest = (content.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const ticks = '`'.repeat(Math.max(3, longest + 1))
  return `${ticks}${info}\n${content}\n${ticks}`
}

/** Untrusted text as code in a line of Markdown: a path, a command. */
export function inlineCode(text: string): string {
  const line = asOneLine(text)
  if (line === '') return ''
  return /[`|]/.test(line) ? asHtml(line) : `\`${line}\``
}

function asHtml(code: string): string {
  return `<code>${escapeText(code)}</code>`
}

function mapSpans(line: string, plain: (text: string) => string, code: (text: string) => string): string {
  let out = ''
  let end = 0
  for (const match of line.matchAll(codeSpan)) {
    const [whole, single, double] = match
    const content = single ?? double ?? ''
    if (closingKeyword.test(content)) continue
    out += plain(collapse(line.slice(end, match.index))) + (double === undefined ? code(content) : asHtml(content))
    end = match.index + whole.length
  }
  return out + plain(collapse(line.slice(end)))
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

// Character references, not backslashes: they are text in Markdown and in HTML alike.
function escapeText(text: string): string {
  return breakReferences(text)
    .replace(/[&<>"`\\*_~[\]|$^{}\u2060]/g, toReference)
    .replace(/^[-+=#:]/, toReference)
    .replace(/^(\d+)([.)])(?=\s|$)/, (_, digits: string, mark: string) => digits + toReference(mark))
}

function toReference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

/**
 * Parts what GitHub looks for in rendered text (mentions, references, URLs, emoji codes) with a word joiner;
 * escaping does not help there. A reference that is broken closes nothing either.
 */
function breakReferences(text: string): string {
  return text
    .replace(/@/g, `@${wordJoiner}`)
    .replace(/#(?=\d|$)/g, `#${wordJoiner}`)
    .replace(/\bgh-(?=\d|$)/gi, (match) => match + wordJoiner)
    .replace(/:\/\//g, `:${wordJoiner}//`)
    .replace(/www\./gi, (match) => `${match.slice(0, 3)}${wordJoiner}.`)
    .replace(/:(?=[\w+-]{1,40}:)/g, `:${wordJoiner}`)
}
