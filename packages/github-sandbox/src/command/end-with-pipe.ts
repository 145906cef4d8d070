/** What a shell says of a program that SIGPIPE ended, as git does: whatever else it would have told was not read. */
const closedPipe = 141

/** Ends the process without a word when nobody reads its output any more, as in `github-sandbox --help | head -1`. */
export function endWithPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(closedPipe)
    })
}
