const longest = 1_000

/** `return nil, err`, `case <-after(wait):`: code that nobody set apart. */
export function isCodeLine(text: string): boolean {
  const said = text.slice(0, longest).replaceAll(/`[^`\n]*`|"[^"\n]*"/g, ' x ')
  return /^\s*#\s*(?:include|define|ifn?def|pragma)\b|[{};]\s*$|<-|:=|=>|^\s*(?:return|case|import|const|let|var|def|func|function) [\w.]+(?:,|\(|\s*=)/.test(
    said,
  )
}
