import { libraryOf } from '../page/load/libraries.ts'
import { isCode } from './isCode.ts'
import { nextTurn } from './nextTurn.ts'
import { parseRefresh, type Refresh } from './refresh.ts'
import { ShallowParser } from './shallowParser.ts'

/** What a look at a page tells about whether it is there to be read or only leads on. */
export type Glance = {
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
export async function glanceAt(html: string, signal: AbortSignal): Promise<Glance> {
  const glance: Glance = { refresh: null, scripts: [], substantial: false, base: null }
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
    await nextTurn(signal)
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
