/** Characters that are looked through. */
const MAX_TEXT = 60_000
/** Another address, also written together or encoded. */
const ELSEWHERE = /\b(?:https?|wss?):\/\/|["'`]\/\/|\batob\s?\(/
/** One of them picked by its name is the site's own: a token that it sends with its requests. */
const PICKED = String.raw`(?!\s?=(?!=))(?!\s?\??\.\s?(?:match|includes|indexOf|search|startsWith|replace)\b)(?!\s?\.\s?split\s?\([^)]{0,20}\)\s?\.\s?(?:find|some|filter|reduce)\b)`
const STORAGE = '(?:localStorage|sessionStorage)'
/** Everything that a site keeps of its visitor in the browser: all cookies, or a storage as a whole. */
const ALL = String.raw`\bdocument\s?\.\s?cookie\b${PICKED}|\b${STORAGE}\b(?!\s?(?:\??\.|\[)|["'\`])|\bcookieStore\s?\.\s?getAll\b|\bindexedDB\s?\.\s?databases\b|\b${STORAGE}\s?\.\s?key\s?\(`
/** One by a name that changes. */
const BY_NAME = new RegExp(String.raw`\b${STORAGE}\s?(?:\.\s?getItem\s?\(|\[)\s?([\w$]{1,40})\s?[\])]`, 'g')
/** Names of one text. */
const FIXED = /(?<![\w$])([\w$]{1,40})\s?=\s?["'`]/g
const ASSIGNED = /(?<![\w$.])([\w$]{1,40})(?:\s?(?:\[[^\]]{0,40}\]|\.[\w$]{1,40}))?\s?(?:\+|\?\?|\|\|)?=(?![=>])/g
const RETURNS = /\bfunction\s{1,3}([\w$]{1,40})\s?\([^)]{0,80}\)\s?\{\s?return\b/g
const LOOPS = /\bfor\s?\(\s?(?:const|let|var)\s{1,3}([\w$]{1,40})\s{1,3}(?:in|of)\s/g
const GIVEN = /\.then\s?\(\s?(?:async\s?)?\(?\s?([\w$]{1,40})\s?\)?\s?=>/g
/** What leaves the page: requests, windows, pictures and scripts, and going to another address. */
const SENDS =
  /\bfetch\s?\(|\bsendBeacon\s?\(|\.send\s?\(|\bpostMessage\s?\(|\bimport\s?\(|\b(?:WebSocket|EventSource)\s?\(|(?<![\w$])open\s?\(|\blocation\s?\.\s?(?:assign|replace)\s?\(|\bsetAttribute\s?\(|\blocation(?:\s?\.\s?(?:href|search))?\s?=(?!=)|\.\s?(?:src|href|action|innerHTML|srcdoc)\s?\+?=(?!=)|\bdocument\s?\.\s?write(?:ln)?\s?\(/g
/** What a field holds goes with its form. */
const FILLS = /\.\s?value\s?=(?!=)/g
const SUBMITS = /\.\s?(?:submit|requestSubmit)\s?\(/
const MAX_PLACES = 200
const MAX_PIECE = 2_000
const MAX_ROUNDS = 6

/**
 * Whether a text is code that sends all that a site keeps of its visitor to another address: for the console of a browser, or as a bookmark.
 * What is kept has to stand in what is sent, itself or by a name. Of a longer text the first 60,000 characters are looked through.
 */
export function sendsSession(text: string): boolean {
  const looked = plain(text.slice(0, MAX_TEXT))
  if (!/cookie|Storage|indexedDB/.test(looked) || !ELSEWHERE.test(looked)) return false
  const all = new RegExp(ALL)
  const names = new Set<string>()
  const fixed = new Set([...looked.matchAll(FIXED)].map(([, name = '']) => name))
  const isKept = (piece: string) =>
    all.test(piece) || readsByChange(piece, fixed) || (piece.match(/[\w$]+/g) ?? []).some((word) => names.has(word))
  const pieces = [ASSIGNED, RETURNS, LOOPS].flatMap((made) =>
    [...looked.matchAll(made)]
      .slice(0, MAX_PLACES)
      .map(({ 0: sign, 1: name = '', index }) => ({ name, piece: pieceAt(looked, index + sign.length) })),
  )
  // A promise hands on what was asked for before it.
  const given = [...looked.matchAll(GIVEN)].slice(0, MAX_PLACES).map(({ 1: name = '', index }) => ({
    name,
    piece:
      looked
        .slice(Math.max(0, index - 200), index)
        .split(';')
        .at(-1) ?? '',
  }))
  for (let round = 0, known = -1; round < MAX_ROUNDS && names.size !== known; round++) {
    known = names.size
    for (const { name, piece } of [...pieces, ...given]) if (isKept(piece)) names.add(name)
  }
  const sends = [...looked.matchAll(SENDS), ...(SUBMITS.test(looked) ? looked.matchAll(FILLS) : [])]
  return sends.slice(0, MAX_PLACES).some(({ 0: sign, index }) => isKept(pieceAt(looked, index + sign.length)))
}

/** Members by their names, and what is taken out of the document by its name. */
function plain(text: string): string {
  return text
    .replace(/\[\s?["'`](cookie|localStorage|sessionStorage)["'`]\s?\]/g, '.$1')
    .replace(
      /\{\s?cookie(?:\s?:\s?([\w$]{1,40}))?\s?\}\s?=\s?document\b/g,
      (_, name = 'cookie') => `${name} = document.cookie`,
    )
    .replace(/\s+/g, ' ')
}

/** Whether one is read by a name that is not one text, as all are in turn. `fixed`: names that are. */
function readsByChange(piece: string, fixed: ReadonlySet<string>): boolean {
  return [...piece.matchAll(BY_NAME)].some(([, name = '']) => !fixed.has(name))
}

/** An expression, up to where its bracket closes or its statement ends. */
function pieceAt(text: string, from: number): string {
  let depth = 0
  let quote = ''
  const end = Math.min(text.length, from + MAX_PIECE)
  for (let at = from; at < end; at++) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) {
      if (depth-- === 0) return text.slice(from, at)
    } else if (sign === ';' && depth === 0) return text.slice(from, at)
  }
  return text.slice(from, end)
}
