import { libraryOf } from '../page/load/loadScripts.ts'
import { isCode } from './contentOf.ts'
import { literalText } from './literalText.ts'
import { ShallowParser, yieldToEventLoop } from './shallowParser.ts'

const REFRESH = /^\s*(\d{1,6})?(?:\.[\d.]*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)"?|'([^']*)'?|(\S[\s\S]*))?)?\s*$/i

// What code uses that makes a page instead of leaving it, whichever way the method is reached.
const BUILDS =
  /\b(?:write(?:ln)?|(?:inner|outer|insertAdjacent|set)HTML(?:Unsafe)?|createElement(?:NS)?|createContextualFragment|DOMParser|appendChild|append|prepend|replaceChildren|replaceWith|srcdoc|attachShadow|createObjectURL|fetch|XMLHttpRequest|import)\b/

const DECODES =
  /\b(?:atob|eval|Function|unescape|decodeURI(?:Component)?|fromCharCode|TextDecoder)\b|\\x[\da-f]|\\u[\da-f{]/i

/** A name of a member that is put together: `document["wri" + "te"]`. */
const HIDDEN_MEMBER = /\[\s{0,5}["'`][^"'`]{0,40}["'`]\s{0,5}\+|["'`]\s{0,5}\.\s{0,5}concat\b/

// `x = x || []` is how analytics begin, and decides nothing.
const DECIDES = /\b(?:if|switch|while|for)\s{0,5}\(|\bcatch\b|&&|\|\|(?!\s{0,3}[[{])|\?(?!\.)/

const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g

const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]{0,2000}?\*\//g

const MAX_REFRESH_CODE = 4_000

/** What a look at a page tells about whether it is there to be read or only leads on. */
export type PagePreview = {
  /** `content` of the first meta refresh that a browser with scripts obeys. */
  refresh: Refresh | null
  /** Inline code, in order, with handlers of `body`. */
  scripts: string[]
  /** Has text, fields or frames of its own. */
  substantial: boolean
  base: string | null
}

/** A page that only leads on says "redirecting", and little more. */
const MAX_WORDS_OF_A_HOP = 60
const MAX_TEXT = 4_000
const MAX_CODE = 65_536
const SLICE = 16_384
const SHOWS = new Set(['input', 'textarea', 'select', 'iframe', 'frame', 'object', 'canvas', 'video', 'button'])
const SILENT = new Set(['noscript', 'template', 'style', 'title'])
/** A redirect is a line. More code, or code that speaks to wallets, is what a visitor came to run. */
const MAX_CODE_OF_A_HOP = 4_000
const WALLET = /\bethereum\b|\beth_|\bsolana\b|wallet/i

/** Looks a page over, and lets others have their turn in between. */
export async function previewPage(html: string, signal: AbortSignal): Promise<PagePreview> {
  const glance: PagePreview = { refresh: null, scripts: [], substantial: false, base: null }
  let text = ''
  let code = 0
  let silent = 0
  let script: string[] | null = null
  const addScript = (inline: string) => {
    code += inline.length
    if (code > MAX_CODE_OF_A_HOP || WALLET.test(inline)) glance.substantial = true
    if (code <= MAX_CODE) glance.scripts.push(inline)
  }
  const parser = new ShallowParser({
    onopentag(name, attributes) {
      if (SILENT.has(name)) silent++
      if (silent > 0) return
      if (name === 'script') {
        const { src } = attributes
        if (src !== undefined && isOwnCode(src)) glance.substantial = true
        script = src === undefined && isCode(attributes) ? [] : null
      }
      if (name === 'base') glance.base ??= attributes.href ?? null
      if (name === 'body' && attributes.onload !== undefined) addScript(attributes.onload)
      if (name === 'meta' && /^\s*refresh\s*$/i.test((attributes['http-equiv'] ?? '').slice(0, 100))) {
        glance.refresh ??= parseRefresh(attributes.content ?? '')
      }
      if (SHOWS.has(name) && attributes.type?.toLowerCase() !== 'hidden') glance.substantial = true
    },
    ontext(part) {
      if (script !== null) script.push(part)
      else if (silent === 0 && text.length < MAX_TEXT) text += part.trim() === '' ? ' ' : part.slice(0, MAX_TEXT)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      if (name !== 'script' || script === null) return
      addScript(script.join(''))
      script = null
    },
  })
  for (let at = 0; at < html.length; at += SLICE) {
    parser.write(html.slice(at, at + SLICE))
    await yieldToEventLoop(signal)
  }
  parser.end()
  glance.substantial ||= (text.match(/\S+/g) ?? []).length > MAX_WORDS_OF_A_HOP
  return glance
}

/** Code that is fetched may build a whole page, unless it is a well-known library. */
function isOwnCode(src: string): boolean {
  const url = URL.parse(src, 'https://page.invalid/')
  return url !== null && libraryOf(url) === null
}

/** Where a page's scripts lead at once. `href` null: they load the page again, with `cookie` set. */
type ScriptRedirect = { href: string | null; cookies: string[] }

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
  if (first !== undefined) return onlyRedirects(rest) ? { href: first.text, cookies } : null
  return cookies.length > 0 && RELOADED.test(code) && onlyRedirects(rest, true) ? { href: null, cookies } : null
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

/** What a `Refresh` field or a meta refresh asks for: after how many seconds, and where to; null: the same page again. */
type Refresh = { seconds: number; href: string | null }

/** Reads it as browsers do (HTML, 4.2.5.3, shared declarative refresh steps). Null for what is none. */
export function parseRefresh(value: string): Refresh | null {
  const match = REFRESH.exec(value.slice(0, 4_096))
  if (!match || (match[1] === undefined && !/^\s*\./.test(value))) return null
  const href = (match[2] ?? match[3] ?? match[4] ?? '').trim()
  return { seconds: Number(match[1] ?? 0), href: href === '' ? null : href }
}

/**
 * Whether code does nothing but go somewhere else: it builds no page, decodes nothing and decides nothing. Code that decides may lead
 * readers of code to an honest page and people to another.
 * @param code without the addresses that it goes to, however they are spelled.
 * @param mayDecide for code that comes back to the same page: it asks whether its cookie is there.
 */
export function onlyRedirects(code: string, mayDecide = false): boolean {
  if (code.length > MAX_REFRESH_CODE || BUILDS.test(code) || DECODES.test(code) || HIDDEN_MEMBER.test(code))
    return false
  return mayDecide || !DECIDES.test(code.replace(STRINGS, '""').replace(COMMENTS, ''))
}
