import { literalText } from './literalText.ts'
import { onlyLeadsOn } from './onlyLeadsOn.ts'

/** Where a page's scripts lead at once. `href` null: they load the page again, with `cookie` set. */
export type ScriptRedirect = { href: string | null; cookies: string[] }

const MAX_CODE = 65_536
const MAX_PLACES = 100
const WHERE = String.raw`(?:(?:window|document|self|top|parent|globalThis)\s{0,3}(?:\.|\[["']))?\blocation(?:["']\])?`
const ASSIGNED = new RegExp(`${WHERE}(?:\\s{0,3}\\.\\s{0,3}href|\\[["']href["']\\])?\\s{0,5}=(?!=)`, 'g')
const CALLED = new RegExp(`${WHERE}\\s{0,3}(?:\\.\\s{0,3}|\\[["'])(?:replace|assign)(?:["']\\])?\\s{0,5}\\(`, 'g')
const OPENED = /\bwindow\.open\s{0,5}\(/g
const RELOADED = /\blocation\s{0,3}\.\s{0,3}reload\s{0,5}\(/
const NAMED = /\b(?:var|let|const)\s{1,5}([\w$]{1,60})\s{0,5}=(?!=)/g
const COOKIE = /\bdocument\s{0,3}\.\s{0,3}cookie\s{0,5}=(?!=)/g

/**
 * The first address that a page's scripts go to, where it is written in literals or put together from them, and where they do
 * nothing else: what they decide is not weighed.
 */
export function scriptRedirect(scripts: readonly string[]): ScriptRedirect | null {
  const code = scripts.join('\n;').slice(0, MAX_CODE)
  const names = new Map<string, string>()
  const literals: [start: number, end: number][] = []
  for (const match of firstOf(code, NAMED)) {
    const start = match.index + match[0].length
    const read = literalText(code, start, names)
    if (read === null) continue
    names.set(match[1] ?? '', read.text)
    literals.push([start, read.end])
  }
  const read = (pattern: RegExp) =>
    firstOf(code, pattern).flatMap((match) => {
      const start = match.index + match[0].length
      const literal = literalText(code, start, names)
      if (literal === null) return []
      literals.push([start, literal.end])
      return [{ at: match.index, text: literal.text }]
    })
  const cookies = read(COOKIE).map(({ text }) => text)
  const targets = [...read(ASSIGNED), ...read(CALLED), ...read(OPENED)].sort((a, b) => a.at - b.at)
  const [first] = targets
  const rest = without(code, literals)
  if (first !== undefined) return onlyLeadsOn(rest) ? { href: first.text, cookies } : null
  return cookies.length > 0 && RELOADED.test(code) && onlyLeadsOn(rest, true) ? { href: null, cookies } : null
}

function firstOf(code: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of code.matchAll(pattern)) {
    if (found.length >= MAX_PLACES) break
    found.push(match)
  }
  return found
}

/** The code between these places, in order. */
function without(code: string, places: readonly [start: number, end: number][]): string {
  let rest = ''
  let from = 0
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    rest += `${code.slice(from, Math.max(from, start))} `
    from = Math.max(from, end)
  }
  return rest + code.slice(from)
}
