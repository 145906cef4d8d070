import { createDeniedMatcher } from '../../../paths/denied-path.ts'
import { inferCriterion } from '../../assemble/infer-criterion.ts'
import type { PlacedNode } from '../form/place-parts.ts'
import type { FormPart } from '../form/form-part.ts'
import { findBarePaths, findCodeSpans, looksLikePath, withoutHere } from '../words/find-path-spans.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { givesOrder, saysExpectation } from './judge-sentence.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { findTracePath } from './traces/find-trace-path.ts'

/** A path that the issue points at, with the line it stands on. */
export interface SuggestedPath {
  path: string
  line: number
  /** It is only where a trace begins. */
  traced?: boolean
  /** A sentence orders a change of it, or stands where it is said what should be so. */
  ordered?: boolean
}

/** What stands here is the reporter's own. */
const own: readonly FormPart[] = ['reproduction', 'environment', 'promises', 'choices']
const permalink =
  /https?:\/\/[^\s/]{1,80}\/[^\s/]{1,60}\/[^\s/]{1,100}\/(?:blob|blame|edit|raw)\/[^\s/]{1,100}\/([^\s#?)>\]]{1,300})(?:\?[^\s#)>\]]{0,60})?(#L\d)?/g
/** Above the repository, or in somebody's home: `../../etc/passwd`, `~/.config/app.json`. */
const outside = /(?:^|\/)\.\.(?:\/|$)|^[~/]/
/** Nobody changes these by hand. */
const made =
  /(?:^|\/)(?:node_modules|dist|build|target|vendor|\.git)\/|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock)$/
/** Beside what the configuration denies, which a reader of texts doesn't know. */
const isDenied = createDeniedMatcher([])
const most = 10

/** Paths in code spans and words, in links to code, and at the place where a stack trace begins; each once. */
export function suggestPaths(placed: readonly PlacedNode[], files?: ReadonlySet<string>): SuggestedPath[] {
  const examples = new Set(placed.flatMap((one) => findExamples(one)))
  const isOpen = (path: string): boolean =>
    !made.test(path) && !outside.test(path) && !examples.has(path) && !isDenied(path)
  const gather = (among: readonly PlacedNode[]): SuggestedPath[] => gatherPaths(among, files, isOpen)
  const said = gather(placed.filter(({ part }) => part !== 'context'))
  // Why it is wanted, and what is no goal, may name files that are to stay.
  return said.length > 0 ? said : gather(placed.filter(({ part }) => part === 'context'))
}

function gatherPaths(
  placed: readonly PlacedNode[],
  files: ReadonlySet<string> | undefined,
  isOpen: (path: string) => boolean,
): SuggestedPath[] {
  const found = new Map<string, SuggestedPath>()
  for (const { node, part } of placed) {
    for (const path of findPaths(node, part, files).filter((one) => isOpen(one))) {
      const before = found.get(path)
      if (before === undefined && found.size === most) continue
      const one = before ?? { path, line: node.line, ...(node.kind === 'fence' ? { traced: true } : {}) }
      found.set(path, isOrdered(node, part, path) ? { ...one, ordered: true } : one)
    }
  }
  return [...found.values()]
}

/** `Files: `src/a.js``, `in `src/a.js` line 12`: named to be found there. */
const located = /^[*_]{0,2}(?:files?|where|location|path|affected(?: files?)?|code)[*_]{0,2}\s*[:：]/i

/** Its author names it as what to change, and not in passing. */
function isOrdered(node: OutlineNode, part: FormPart, path: string): boolean {
  if (node.kind === 'fence') return false
  if (part === 'expected' || part === 'wanted' || part === 'tasks' || located.test(node.text)) return true
  return splitSentences(node.text).some(
    (one) =>
      one.includes(path) && (givesOrder(one) || saysExpectation(one) || mistakenIn.test(one) || suspected.test(one)),
  )
}

/** `I think it is the pattern in `a.js`.` */
const suspected =
  /\b(?:i (?:think|suspect|guess|believe)|(?:root )?cause[ds]?|culprit|because of|due to|lies|located|comes down to)\b[^`]{0,120}`/i
/** `There is a typo in `a.md`.` */
const mistakenIn =
  /\b(?:typos?|mistakes?|bugs?|misspell\w*|wrong|incorrect|outdated|broken|missing)\b[^`]{0,40}\b(?:in|at|of|on)\b/i

/** Files without a folder that the reporter names where it is shown how to see it: `prog.go`, `test.c`. */
function findExamples({ node, part }: PlacedNode): string[] {
  if (part !== 'reproduction' || node.kind === 'heading') return []
  const text = node.kind === 'fence' ? node.content : node.text
  return (text.slice(0, 5_000).match(/(?<![\w./-])[\w-]{1,60}\.[a-z]{1,5}(?![\w/])/gi) ?? []).filter((name) =>
    looksLikePath(name),
  )
}

function findPaths(node: OutlineNode, part: FormPart, files: ReadonlySet<string> | undefined): string[] {
  if (node.kind === 'fence') return findTracePath(node.content, files)
  if (own.includes(part)) return findLinked(node.text)
  // What a machine looks for in a file may be so without a change of it.
  if (inferCriterion(node.text).check_method !== 'manual_review') return []
  const told = splitSentences(node.text).filter(
    (sentence) => !instructing.test(sentence) && !referring.test(sentence) && !elsewhere.test(sentence),
  )
  return findNamed(withoutOutput(withoutCautions(told.join(' '))))
}

/** Where it is told at length: `PRD: `docs/prd/import.md``, `As described in `docs/adr/7.md``. */
const referring =
  /^\W*(?:prd|specs?|specification|design(?: docs?)?|refs?|references?|see(?: also)?|related(?: to)?|source|background|adr|rfc|parent|epic|roadmap|mock-?ups?|plan)\W{0,3}[:：]|^\W*(?:see|cf\.?|refer to|as (?:described|specified|documented|defined|discussed|noted|explained|outlined|planned) in|according to|based on|per|follow(?:ing|s)?(?: up)? (?:on|to|from)?) [^,;]{0,60}`[^`\n]+`\W*$/i

/** `@ada implemented something similar in his [loader](…)`: of another project. */
const elsewhere =
  /\b(?:something|anything) similar\b|\bimplemented similarly\b|\binspired by\b|\b(?:an)?other (?:projects?|tools?|librar(?:y|ies)|apps?|clients?|repos?(?:itor(?:y|ies))?)\b/i

/** How to run it or to look at it: `For profiling we can start it by `tool/pump/main.go``. */
const instructing =
  /^(?:for|to|when|while) (?:profil|debug|reproduc|benchmark|inspect|trac)\w*\b|\b(?:i|we|you|one) (?:can |could |may |just |then )?(?:run|start|launch|execute|boot|profile|reproduce|debug)\b[^,;]{0,80}\b(?:with|by|from|in|using|via)\b|\bgo tool pprof\b/i

/** `Don't touch `src/x.js``, `leave `b.md` as it is`: what stands there is to stay. */
const caution =
  /\b(?:(?:do|must|should|may|can|shall|will)(?: not|n['’]t)|never|without|cannot|not) (?:\w+ ){0,2}(?:touch|chang|edit|modify|alter|remov|delet|renam|mov|break)\w*[^,;.]{0,20}`[^`\n]+`(?:(?:,| and| or|, or|, and) `[^`\n]+`)*|\b(?:leave|keep)s? [^,;]{0,40}`[^`\n]+`[^,;.]{0,30}\b(?:as (?:it|they) (?:is|are)|alone|unchanged|untouched)/gi

function withoutCautions(text: string): string {
  return text.slice(0, 2_000).replaceAll('’', "'").replaceAll(caution, ' ')
}

/** `writes it to `out.json``, `-o ./out`: what comes out of running it is no place to change. */
const output =
  /\b(?:go(?:es)?|(?:writ|export|sav|print|dump|generat|download|output|stor)\w*)\b[^`,;.]{0,40}\b(?:to|into|as|in) `[^`\n]+`/gi

function withoutOutput(text: string): string {
  return text.replaceAll(output, ' ')
}

function findNamed(text: string): string[] {
  const spans = findCodeSpans(text).map((span) => span.replace(/(?::\d+){1,2}$|#L\d+(?:-L?\d+)?$/, ''))
  const words = findBarePaths(text.replaceAll(/https?:\/\/\S+/g, ' '))
  const paths = spans.filter((span) => looksLikePath(span)).map((span) => withoutHere(span))
  return [...paths, ...words, ...findLinked(text)]
}

/** A link to lines points at them; one to a whole file, as to a guide, may lead anywhere. */
function findLinked(text: string): string[] {
  return [...text.matchAll(permalink)]
    .filter(([, path = '', lines]) => looksLikePath(path) && (lines !== undefined || !isGuide.test(path)))
    .map((match) => match[1] ?? '')
}

const isGuide = /\.(?:md|mdx|txt|rst|adoc)$/i
