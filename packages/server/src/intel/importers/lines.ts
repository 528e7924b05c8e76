import type { Importer } from './importer.ts'
import { LIMITS } from './limits.ts'

/** One line without its end. Of a line over `LIMITS.lineLength` only the beginning was kept. */
export type Line = { text: string; overlong: boolean }

/** One more than messages show, so that they end in an ellipsis. */
const SHOWN = 81
const BREAK = /\r\n?|\n/g

/** Splits text at LF, CRLF or CR. Never keeps more than one line and one piece. The same object is given each time. */
export function* linesOf(text: Iterable<string>): Generator<Line, void, undefined> {
  const line: Line = { text: '', overlong: false }
  let rest = ''
  for (const piece of text) {
    // A piece that ends in CR may be cut through CRLF; the empty line this makes is none.
    let start = 0
    BREAK.lastIndex = 0
    for (let found = BREAK.exec(piece); found !== null; found = BREAK.exec(piece)) {
      rest = grow(line, rest, piece.slice(start, found.index))
      line.text = rest
      yield line
      rest = ''
      line.overlong = false
      start = BREAK.lastIndex
    }
    rest = grow(line, rest, piece.slice(start))
  }
  line.text = rest
  if (rest !== '') yield line
}

function grow(line: Line, rest: string, more: string): string {
  if (line.overlong) return rest
  if (rest.length + more.length <= LIMITS.lineLength) return rest + more
  line.overlong = true
  return (rest + more.slice(0, SHOWN)).slice(0, SHOWN)
}

const COMMENT = /^\s*(?:#|\/\/\s|\/\/$|;|$)/

/** URLs have fragments: only a `#` or `//` after a blank begins a remark. One blank: `\s+` would try a long run from each of its places. */
const REMARK = /\s(?:#|\/\/).*$/s

/** One value a line; blank lines and remarks (`#`, `//`, `;`) are passed over: OpenPhish, Phishing.Database. */
export const plainLines: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) into.refuse('line-too-long', line)
    else if (!COMMENT.test(line)) into.add(line.replace(REMARK, ''))
  }
}

/** An IPv6 address with an IPv4 one in it (45), and a zone. On a long word of colons the expression is quadratic. */
const MAX_IP = 61

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.%a-z0-9]*)$/i

/** What a hosts file names for the machine itself. */
const LOCAL =
  /^(?:local|localhost|broadcasthost|0\.0\.0\.0|ip6-[a-z]+|localhost6?\.localdomain6?|[a-z0-9-]+\.localdomain)$/i

/** hosts(5): an address, then one or more names: `0.0.0.0 evil.example # remark`. URLhaus and most DNS block lists. */
export const hostsFile: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) {
      into.refuse('line-too-long', line)
      continue
    }
    const content = line.replace(/#.*$/s, '').trim()
    if (content === '') continue
    const [ip = '', ...names] = content.split(/\s+/)
    if (ip.length > MAX_IP || !IP.test(ip) || names.length === 0) into.refuse('malformed', line)
    else for (const name of names) if (!LOCAL.test(name)) into.add(name)
  }
}

/** Remarks and headers. */
const ADGUARD_REMARK = /^(?:!|\[|#\s|$)/

/** Rules that hide page elements or run scripts, on every site or on the sites before the mark: they accuse no site. */
const COSMETIC = /#@?(?:[?$%]{0,2}#|%)|\$\$|\$@\$/

const RULE = /^\|{0,2}(?<value>[^|^*$#/][^|^*$#]*)\^?\|?(?:\$(?<options>.+))?$/

/** These confine a rule to some sites or clients, rewrite instead of blocking, or switch another rule off. */
const CONFINED = /=|(?:^|,)~?badfilter(?:,|$)/

const HOSTS_LINE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/

/**
 * AdGuard and Adblock Plus rules that block a whole host or path: `||evil.example^`, options such as `$all` or
 * `$third-party` ignored. Exceptions (`@@`) are passed over; rules that hold only somewhere are refused, since here they
 * would hold everywhere.
 */
export const adguard: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    const rule = line.trim()
    if (overlong) into.refuse('line-too-long', line)
    else if (ADGUARD_REMARK.test(rule) || COSMETIC.test(rule) || rule.startsWith('@@')) continue
    else {
      const { value, options } = RULE.exec(HOSTS_LINE.exec(rule)?.[1] ?? rule)?.groups ?? {}
      if (options !== undefined && CONFINED.test(options)) into.refuse('conditional-rule', rule)
      else if (value === undefined) into.refuse('not-an-entry', rule)
      else into.add(value)
    }
  }
}
