import { readTokens, type Token } from './tokens.ts'

const set = (words: string) => new Set(words.split(' '))

/** Words of the language; `import`, `export`, `with` and `debugger` are left out. */
const KEYWORDS = set(
  'const let var function class extends return if else for of in while do switch case default break continue new typeof instanceof void delete async await yield try catch finally throw this super true false null',
)
/** What a page may name without having made it. */
const GLOBALS = set(
  'undefined NaN Infinity Object Array Math Number String Boolean BigInt Date Map Set JSON Promise Error TypeError RangeError Intl Uint8Array Uint16Array Uint32Array Int8Array Int32Array ArrayBuffer DataView TextEncoder TextDecoder crypto console document customElements HTMLElement localStorage sessionStorage alert parseInt parseFloat isNaN clearTimeout requestAnimationFrame queueMicrotask',
)
/** Members that compute, read and show. None loads, leads, makes code of text or styles. */
const MEMBERS = set(
  'length at map filter forEach reduce reduceRight some every find findIndex findLast indexOf lastIndexOf includes slice splice concat join push pop shift unshift reverse sort flat flatMap fill keys values entries from of isArray fromEntries freeze ' +
    'trim trimStart trimEnd split toLowerCase toUpperCase normalize padStart padEnd repeat replace replaceAll match matchAll test exec startsWith endsWith charAt charCodeAt codePointAt localeCompare substring toString toFixed toLocaleString ' +
    'abs min max floor ceil round pow sqrt log2 trunc sign random isInteger isSafeInteger parse stringify resolve all then catch finally has add clear size now getTime ' +
    'encode decode subtle digest importKey deriveBits getRandomValues buffer byteLength byteOffset set getUint8 setUint8 getUint32 setUint32 ' +
    'log warn error info getElementById querySelector querySelectorAll createElement createTextNode append appendChild prepend replaceChildren remove removeChild body addEventListener removeEventListener preventDefault stopPropagation target currentTarget key focus blur select attachShadow define connectedCallback dataset ' +
    'get setItem getItem removeItem mode name hash salt iterations',
)
/** Members that are set. */
const WRITTEN = set(
  'textContent innerText value hidden disabled checked onclick oninput onchange onkeyup onkeydown onsubmit onload readOnly',
)
/** Names that no code of its own needs: what a page makes under one in one place, another place may mean the browser’s. */
const BROWSERS =
  /^(?:window|self|globalThis|top|parent|frames|opener|document|navigator|navigation|location|history|open|eval|fetch\w*|import\w*|post\w*|send\w*|set(?:Timeout|Interval|Immediate)|exec\w*|chrome|external|cookieStore|caches|indexedDB|event|name|[A-Z][a-z]\w*|webkit\w*|moz\w*|[A-Z]{2,}[a-z]\w*)$/
const TAG =
  'div|span|p|ul|ol|li|h[1-6]|main|section|article|header|footer|label|input|textarea|button|output|pre|code|table|t[drh]|tbody|thead|small|strong|em|b|i|br|hr|select|option|dialog'
const TAGS = new RegExp(`^(?:${TAG})$`)
const MARKUP = new RegExp(
  String.raw`<\/?(?:${TAG})(?:\s+(?:id|class|type|role|rows|cols|placeholder|for|name|title|lang|hidden|disabled|readonly|tabindex|aria-[a-z]+|data-[a-z]+)(?:="[^"<>&]*")?)*\s*\/?>`,
  'g',
)
const ASSIGNS = /^(?:=|[+\-*/%&|^]=|\*\*=|<<=|>>=|>>>=|&&=|\|\|=|\?\?=)$/
const TIMER = new Set(['setTimeout', 'setInterval'])

/**
 * Whether code does nothing but compute and show: every name is of a closed set, or one that the code makes itself; no member is named when
 * the code runs, but of lists; no style is written, and no text becomes a document but one that stands in the code. What is not known may send.
 */
export function staysInside(code: string): boolean {
  const tokens = readTokens(code)
  if (tokens === null) return false
  const own = namesMade(tokens)
  if ([...own].some((name) => BROWSERS.test(name))) return false
  const lists = listsMade(tokens)
  return tokens.every((token, at) => isPlain(token, at, { tokens, own, lists }))
}

type Made = { tokens: readonly Token[]; own: ReadonlySet<string>; lists: ReadonlySet<string> }

function isPlain({ kind, text }: Token, at: number, made: Made): boolean {
  const { tokens } = made
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  // Rules of a style sheet, and characters that are written as numbers.
  if (kind === 'string') return !/[@{]|\\[xu\d]/.test(text) && isNoKey(text, before, after)
  if (kind === 'name') return isPlainName(text, at, made)
  if (text === '[') return isPlainIndex(at, made)
  // A member that is named when the code runs.
  return !(text === ']' && (after?.text === ':' || after?.text === '(')) || opensList(at, made)
}

/** Whether a text is no name of a member, or a harmless one. */
function isNoKey(text: string, before: Token | undefined, after: Token | undefined): boolean {
  const isKey = (before?.text === '{' || before?.text === ',') && after?.text === ':'
  return !isKey || MEMBERS.has(text)
}

function isPlainName(text: string, at: number, { tokens, own }: Made): boolean {
  const [before, after, next] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]]
  const isMember = before?.text === '.' || before?.text === '?.'
  const isKey = (before?.text === '{' || before?.text === ',') && after?.text === ':'
  if (text === 'innerHTML') {
    const end = tokens[at + 3]
    const isWhole = end === undefined || end.text === ';' || end.text === '}' || end.startsLine
    return isMember && after?.text === '=' && next?.kind === 'string' && isWhole && isMarkup(next.text)
  }
  if (text === 'createElement')
    return (
      isMember && after?.text === '(' && next?.kind === 'string' && tokens[at + 3]?.text === ')' && TAGS.test(next.text)
    )
  if (isMember && after !== undefined && ASSIGNS.test(after.text)) return WRITTEN.has(text)
  if (isMember || isKey) return MEMBERS.has(text) || WRITTEN.has(text)
  if (TIMER.has(text)) {
    const called = tokens.slice(at + 1, at + 5).map((one) => one.text)
    return called.join(' ') === '( ( ) =>'
  }
  if (isUsedAsName(text, at, tokens)) return false
  if (KEYWORDS.has(text) || own.has(text) || GLOBALS.has(text)) return true
  // A method of a class.
  return MEMBERS.has(text) && after?.text === '(' && next?.text === ')' && tokens[at + 3]?.text === '{'
}

/** Words of the language that old scripts may use for names. */
function isUsedAsName(text: string, at: number, tokens: readonly Token[]): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (text === 'of' && (token?.startsLine || (before?.kind !== 'name' && !/^[\]}]$/.test(before?.text ?? ''))))
    return true
  if (!/^(?:let|await|yield|async|of)$/.test(text)) return false
  return (
    /^(?:[)=,.;}\]]|=>|\?\.)$/.test(after?.text ?? ';') || /^(?:var|const|let|function|class)$/.test(before?.text ?? '')
  )
}

function isMarkup(text: string): boolean {
  const html = text.replace(/\\(["'/\\])/g, '$1')
  return !/[<>]/.test(html.replace(MARKUP, '')) && !/\\[^n]/.test(html)
}

/** Whether a bracket begins a list, names a place by number, or asks a list. */
function isPlainIndex(at: number, { tokens, lists }: Made): boolean {
  const before = tokens[at - 1]
  if (!isValue(before)) return before?.text !== '?.'
  const end = closing(tokens, at)
  if (end === null || ASSIGNS.test(tokens[end + 1]?.text ?? '')) return false
  if (/^(?:\+\+|--)$/.test(tokens[end + 1]?.text ?? '')) return false
  if (end === at + 2 && tokens[at + 1]?.kind === 'number') return tokens[end + 1]?.text !== '('
  return before?.kind === 'name' && tokens[at - 2]?.text !== '.' && lists.has(before.text)
}

/** Whether what follows a bracket is called, or named by it, of a list that the code makes. */
function opensList(at: number, { tokens, lists }: Made): boolean {
  let depth = 0
  for (let from = at; from >= 0; from--) {
    if (tokens[from]?.text === ']' && tokens[from]?.kind === 'sign') depth++
    if (tokens[from]?.text === '[' && tokens[from]?.kind === 'sign' && --depth === 0)
      return tokens[at + 1]?.text === '(' && lists.has(tokens[from - 1]?.text ?? '') && tokens[from - 2]?.text !== '.'
  }
  return false
}

/** Whether a bracket after it names a member. */
function isValue(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'name')
    return !KEYWORDS.has(token.text) || /^(?:this|super|true|false|null|async)$/.test(token.text)
  return token.kind !== 'sign' || /^[)\]}]$/.test(token.text)
}

function closing(tokens: readonly Token[], at: number): number | null {
  let depth = 0
  for (let to = at; to < tokens.length; to++) {
    const { kind, text } = tokens[to] as Token
    if (kind !== 'sign') continue
    if (/^[([{]$/.test(text)) depth++
    if (/^[)\]}]$/.test(text) && --depth === 0) return to
  }
  return null
}

/** Names that the code gives: variables, functions, classes, and what functions are given. */
function namesMade(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>()
  const within = (from: number, to: number) => {
    for (let at = from; at <= to; at++) {
      const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
      const isFirst = /^(?:[([{,:]|\.\.\.)$/.test(before?.text ?? '')
      if (token?.kind === 'name' && isFirst && after?.text !== ':' && !KEYWORDS.has(token.text)) names.add(token.text)
    }
  }
  let open: number[] = []
  tokens.forEach(({ kind, text }, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (kind === 'sign' && text === '(') open = [...open.slice(-200), at]
    const from = kind === 'sign' && text === ')' ? open.pop() : undefined
    if (from !== undefined && after?.text === '=>') within(from + 1, at - 1)
    if (from !== undefined && after?.text === '{' && isFunction(tokens, from)) within(from + 1, at - 1)
    if (text === '=>' && before?.kind === 'name') names.add(before.text)
    if (kind !== 'name' || !/^(?:const|let|var|function|class)$/.test(text)) return
    if (after?.kind === 'name' && !KEYWORDS.has(after.text)) names.add(after.text)
    const end = /^[[{]$/.test(after?.text ?? '') ? closing(tokens, at + 1) : null
    if (end !== null && tokens[end + 1]?.text !== '(') within(at + 2, end - 1)
  })
  return names
}

function isFunction(tokens: readonly Token[], open: number): boolean {
  const names = [tokens[open - 1]?.text, tokens[open - 2]?.text]
  return names.includes('function') || names[0] === 'catch'
}

/** Names that stand for nothing but a list of the code's own: each is made once, and otherwise only asked. */
function listsMade(tokens: readonly Token[]): Set<string> {
  const made = new Set<string>()
  const other = new Set<string>()
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'name') return
    const [before, after, next] = [tokens[at - 1]?.text, tokens[at + 1]?.text, tokens[at + 2]?.text]
    if (before === '.' || before === '?.') return
    const isMade = before === 'const' && after === '=' && next === '['
    if (isMade && !made.has(text) && isWholeList(tokens, at + 2)) made.add(text)
    else if (after !== '[' && after !== '.') other.add(text)
  })
  return new Set([...made].filter((name) => !other.has(name)))
}

/** Nothing is asked of the list where it is made: `[a][0]` is no list. */
function isWholeList(tokens: readonly Token[], at: number): boolean {
  const end = closing(tokens, at)
  const after = end === null ? undefined : tokens[end + 1]
  return end !== null && (after === undefined || after.text === ';' || (after.startsLine && after.kind === 'name'))
}
