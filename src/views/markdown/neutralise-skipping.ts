const skipWords = /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]/gi
const skipTrailer = /^([ \t]*skip-checks)[ \t]*:/gim

/** Words in a commit message by which GitHub runs no checks are text of others here: `[skip ci]` becomes `(skip ci)`. */
export function neutraliseSkipping(text: string): string {
  return text.replace(skipWords, '($1)').replace(skipTrailer, '$1')
}
