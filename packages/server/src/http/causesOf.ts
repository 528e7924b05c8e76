const MAX_CAUSES = 8
const LONGEST_CAUSE = 300

/**
 * What lies behind an error, one line each, outermost first: for a log that names a dead node without four stack traces.
 * Of a URL only scheme and host are told, because the rest may be a key.
 */
export function causesOf(error: Error): string[] {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (cause: unknown) => {
    if (cause === undefined || cause === null || seen.has(cause) || found.size >= MAX_CAUSES) return
    seen.add(cause)
    const { message, code } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) }
    const text = message || code
    if (text) found.add(oneLine(text))
    if (cause instanceof AggregateError) for (const one of cause.errors) visit(one)
    if (cause instanceof Error) visit(cause.cause)
  }
  visit(error.cause)
  return [...found]
}

function oneLine(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)(\S+)/gi, (_, scheme: string, rest: string) => {
      const authority = rest.slice(rest.lastIndexOf('@') + 1).split(/[/?#]/)[0] ?? ''
      return scheme + authority
    })
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_CAUSE)
}
