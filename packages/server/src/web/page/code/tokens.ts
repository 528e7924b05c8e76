/** A word, a number, a text (as it is written, without its quotation marks), a pattern, or a sign. */
export type Token = {
  kind: 'name' | 'number' | 'string' | 'pattern' | 'sign'
  text: string
  startsLine: boolean
}

const MAX_TOKENS = 20_000
const SPACE = /[\s\ufeff]+/y
const COMMENT = /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//y
const NAME = /#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)n?/y
const STRING = /'(?:[^'\\\n\r]|\\[^\n\r])*'|"(?:[^"\\\n\r]|\\[^\n\r])*"/y
const PIECE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const PATTERN =
  /\/(?![*/])(?:[^/\\[\n\r\u2028\u2029]|\\[^\n\r\u2028\u2029]|\[(?:[^\]\\\n\r\u2028\u2029]|\\[^\n\r\u2028\u2029])*\])+\/[a-z]*/y
const SIGN =
  /\.\.\.|\?\.(?!\d)|=>|>>>=|\*\*=|<<=|>>=|&&=|\|\|=|\?\?=|===|!==|>>>|\*\*|\+\+|--|&&|\|\||\?\?|==|!=|<=|>=|<<|>>|[+\-*/%&|^]=|[{}()[\];,<>+\-*/%&|^!~?:=.]/y
/** Words after which a slash begins a pattern. */
const BEFORE_PATTERN = /^(?:return|typeof|case|of|in|do|else|void|delete|await|yield|throw|new|instanceof)$/

/**
 * Reads code into its tokens. Null where it cannot be told with certainty what is text and what is code, and for too much of it.
 */
export function readTokens(code: string): Token[] | null {
  // A browser takes them for comments.
  if (/<!--|-->/.test(code)) return null
  const tokens: Token[] = []
  /** Braces that are open: true for one inside of a template. */
  const braces: boolean[] = []
  let at = 0
  let startsLine = true
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const text = pattern.exec(code)?.[0]
    if (text === undefined) return null
    at += text.length
    return text
  }
  const add = (kind: Token['kind'], text: string) => {
    tokens.push({ kind, text, startsLine })
    startsLine = false
  }
  /** Up to the end of a template, or to code in it. */
  const takeTemplate = (): boolean => {
    add('string', take(PIECE) ?? '')
    if (code[at] === '`') at++
    else if (code.startsWith('${', at)) {
      at += 2
      braces.push(true)
      // What is put in stands between brackets, as an argument does.
      add('sign', '+')
      add('sign', '(')
    } else return false
    return true
  }
  while (at < code.length) {
    if (tokens.length > MAX_TOKENS) return null
    const space = take(SPACE) ?? take(COMMENT)
    if (space !== null) {
      startsLine ||= /[\n\r\u2028\u2029]/.test(space)
      continue
    }
    const name = take(NAME)
    if (name !== null) {
      add('name', name)
      continue
    }
    const number = take(NUMBER)
    if (number !== null) {
      add('number', number)
      continue
    }
    const string = take(STRING)
    if (string !== null) {
      add('string', string.slice(1, -1))
      continue
    }
    if (code[at] === '`') {
      at++
      if (!takeTemplate()) return null
      continue
    }
    if (code[at] === '}' && braces.pop() === true) {
      at++
      add('sign', ')')
      add('sign', '+')
      if (!takeTemplate()) return null
      continue
    }
    if (code[at] === '/') {
      const last = tokens.at(-1)
      // A pattern may stand after these, and a division too.
      if (last?.kind === 'sign' && /^(?:[)}]|\+\+|--)$/.test(last.text)) return null
      const isDivision =
        last !== undefined &&
        (last.kind === 'sign' ? last.text === ']' : last.kind !== 'name' || !BEFORE_PATTERN.test(last.text))
      if (!isDivision) {
        const pattern = take(PATTERN)
        if (pattern === null) return null
        add('pattern', pattern)
        continue
      }
    }
    const sign = take(SIGN)
    if (sign === null) return null
    if (sign === '{') braces.push(false)
    add('sign', sign)
  }
  return braces.length === 0 ? tokens : null
}
