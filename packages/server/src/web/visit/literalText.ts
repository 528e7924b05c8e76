const MAX_CHARACTERS = 4_096
const MAX_DEPTH = 8

/** What an expression amounts to, and where it ends; null when it is more than literals put together. */
type Read = { text: string; end: number } | null

/**
 * The text of a JavaScript expression that begins at `start` and is made of literals only: strings, `+`, `atob`, `decodeURIComponent`,
 * `unescape`, `String.fromCharCode`, `[…].join`, `.split('').reverse().join('')`, and names in `names`. Nothing is run.
 */
export function literalText(code: string, start: number, names: ReadonlyMap<string, string>): Read {
  return sum(code.slice(start, start + MAX_CHARACTERS), 0, names, 0, start)
}

function sum(code: string, from: number, names: ReadonlyMap<string, string>, depth: number, offset = 0): Read {
  let read = term(code, from, names, depth)
  for (let plus = plusAfter(code, read); read !== null && plus !== null; plus = plusAfter(code, read)) {
    const next = term(code, plus, names, depth)
    if (next === null) return null
    read = { text: read.text + next.text, end: next.end }
  }
  return read === null || read.text.length > MAX_CHARACTERS ? null : { text: read.text, end: read.end + offset }
}

function plusAfter(code: string, read: Read): number | null {
  if (read === null) return null
  const at = skip(code, read.end)
  return code[at] === '+' && code[at + 1] !== '+' && code[at + 1] !== '=' ? at + 1 : null
}

function term(code: string, from: number, names: ReadonlyMap<string, string>, depth: number): Read {
  if (depth > MAX_DEPTH) return null
  const at = skip(code, from)
  return reversed(code, primary(code, at, names, depth))
}

function primary(code: string, at: number, names: ReadonlyMap<string, string>, depth: number): Read {
  const first = code[at]
  if (first === '"' || first === "'" || first === '`') return quoted(code, at)
  if (first === '(') return closed(code, sum(code, at + 1, names, depth + 1), ')')
  if (first === '[') return joined(code, at, names, depth)
  const call =
    /^(?:(?:window|self|globalThis)\.)?(atob|decodeURIComponent|decodeURI|unescape|String\.fromCharCode)\s*\(/.exec(
      code.slice(at, at + 60),
    )
  if (call) {
    const inside = at + call[0].length
    if (call[1] === 'String.fromCharCode') return characters(code, inside)
    const read = closed(code, sum(code, inside, names, depth + 1), ')')
    const text = read === null ? null : decoded(call[1] ?? '', read.text)
    return read === null || text === null ? null : { text, end: read.end }
  }
  const name = /^[\w$]{1,60}/.exec(code.slice(at, at + 60))?.[0]
  const value = name === undefined ? undefined : names.get(name)
  return name === undefined || value === undefined ? null : { text: value, end: at + name.length }
}

function quoted(code: string, at: number): Read {
  const quote = code[at]
  for (let end = at + 1; end < code.length; end++) {
    if (code[end] === '\\') end++
    else if (code[end] === quote) {
      const inside = code.slice(at + 1, end)
      return quote === '`' && inside.includes('${') ? null : { text: unescapeString(inside), end: end + 1 }
    }
  }
  return null
}

function unescapeString(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,5})\}|([\s\S]))/gi, (_, x, u, point, other) =>
    other === undefined ? String.fromCodePoint(Number.parseInt(x ?? u ?? point, 16)) : (ESCAPES[other] ?? other),
  )
}
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\n': '' }

function characters(code: string, from: number): Read {
  const list = /^[\s\d,xa-f]{0,2000}\)/i.exec(code.slice(from))?.[0]
  if (list === undefined) return null
  const codes = list
    .slice(0, -1)
    .split(',')
    .map((each) => Number(each.trim()))
  return codes.some((each) => !(each > 0 && each < 0x1_0000))
    ? null
    : { text: String.fromCharCode(...codes), end: from + list.length }
}

function joined(code: string, at: number, names: ReadonlyMap<string, string>, depth: number): Read {
  const parts: string[] = []
  for (let from = at + 1; ; ) {
    const read = sum(code, from, names, depth + 1)
    if (read === null || parts.length > 500) return null
    parts.push(read.text)
    const next = skip(code, read.end)
    if (code[next] === ',') from = next + 1
    else if (code[next] === ']') {
      const join = /^\s*\.(reverse\(\)\.)?join\(\s*(?:""|''|``)\s*\)/.exec(code.slice(next + 1, next + 60))
      if (!join) return null
      const text = (join[1] ? parts.reverse() : parts).join('')
      return { text, end: next + 1 + join[0].length }
    } else return null
  }
}

function reversed(code: string, read: Read): Read {
  if (read === null) return null
  const chain = /^\s*\.split\(\s*(?:""|'')\s*\)\s*\.reverse\(\)\s*\.join\(\s*(?:""|'')\s*\)/.exec(
    code.slice(read.end, read.end + 80),
  )
  return chain ? { text: [...read.text].reverse().join(''), end: read.end + chain[0].length } : read
}

function closed(code: string, read: Read, bracket: string): Read {
  if (read === null) return null
  const at = skip(code, read.end)
  return code[at] === bracket ? { text: read.text, end: at + 1 } : null
}

function skip(code: string, from: number): number {
  let at = from
  while (at < code.length && /\s/.test(code[at] ?? '')) at++
  return at
}

function decoded(how: string, text: string): string | null {
  if (how === 'atob') return /^[\w+/=\s-]*$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : null
  if (how === 'unescape')
    return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
