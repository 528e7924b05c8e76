import type { Code } from './code.ts'

/** Goes through the texts of a whole document. */
const WALKS =
  /\bcreateTreeWalker\s?\(|\bcreateNodeIterator\s?\(|\bnodeType\s?={2,3}\s?3\b|\bbody\s?\.\s?(?:innerHTML|innerText|childNodes)\b|\b(?:querySelectorAll|getElementsByTagName)\s?\(\s?["'`](?:\*|[a-z]{1,10}\d?(?:\s?,\s?[a-z]{1,10}\d?){0,20})["'`]/g
/** A pattern that recognises addresses. */
const ANY_OF = String.raw`(?:\[[^\]]{1,70}\]|\\{1,2}[wS]|\.)`
const PATTERN = new RegExp(
  String.raw`0x${ANY_OF}\{(?:3[89]|40)(?:,\d{0,3})?\}|\bbc1(?:\[|\\{1,2}w)|\\bbc1|\bT${ANY_OF}\{3[0-4](?:,\d{0,3})?\}`,
)
const OWN = '0x[\\da-fA-F]{40}|bc1[a-z0-9]{20,60}|T[1-9A-HJ-NP-Za-km-z]{33}'
/** Addresses of no account: nothing, and where coins are burnt. */
const NO_ACCOUNT = '0x0{39}[\\da-fA-F]|0x0{36}[dD][eE][aA][dD]|0x[eE]{40}|0x[fF]{40}|0x(?:[dD][eE][aA][dD]){10}'
const ADDRESS = `["'\`](?!(?:${NO_ACCOUNT})["'\`])(?:${OWN})["'\`]`
/** Names for one, and for what is decoded. */
const NAMED = new RegExp(String.raw`(?<![\w$])([\w$]{1,40})["']?\s?(?:=(?![=>])|:)\s?(?:${ADDRESS}|(atob)\s?\()`, 'g')
/** The same, as what was encoded says it. */
const DECODED = new RegExp(`(?:^|\\n)(?!(?:${NO_ACCOUNT})(?:\\n|$))(?:${OWN})(?:\\n|$)`)
const REPLACES = /\.\s?replace(?:All)?\s?\(/g
const WRITES = /(?<![\w$.])([\w$]{1,40})\s?\.\s?(?:data|nodeValue|textContent|innerText|innerHTML)\s?=(?!=)\s?/g
const NEAR = 900
const TESTED = 300
const MAX_PLACES = 40
const MAX_NAMES = 100
const MAX_ARGUMENTS = 600

/**
 * Where code goes through the texts of a page, looks for addresses in them and writes one of its own in their place; null: nowhere. Code that
 * links, shortens or labels addresses writes none of its own, and one that it only compares with or has a label for is not in that place.
 */
export function replacesAddresses({ unfolded, decoded }: Pick<Code, 'unfolded' | 'decoded'>): number | null {
  if (!PATTERN.test(unfolded)) return null
  const walks = [...unfolded.matchAll(WALKS)].slice(0, MAX_PLACES).map(({ index }) => index)
  if (walks.length === 0) return null
  const walkOf = (at: number) => walks.find((walk) => Math.abs(walk - at) <= NEAR)
  const isOwn = ownValue(unfolded, DECODED.test(decoded))
  for (const { index, 0: sign } of [...unfolded.matchAll(REPLACES)].filter(
    ({ index }) => walkOf(index) !== undefined,
  )) {
    const [sought = '', given = ''] = argumentsAt(unfolded, index + sign.length)
    const recognises = PATTERN.test(sought) || /^\s?(?:new RegExp\s?\(|[\w$.]+(?:\[\d\])?\s?$)/.test(sought)
    if (recognises && isOwn(given)) return walkOf(index) ?? null
  }
  for (const { index, 0: sign, 1: name = '' } of [...unfolded.matchAll(WRITES)].filter(
    ({ index }) => walkOf(index) !== undefined,
  )) {
    const before = unfolded.slice(Math.max(0, index - TESTED), index)
    const word = name.replaceAll('$', '\\$')
    const isTested = new RegExp(
      String.raw`\.\s?(?:test|exec)\s?\(\s?${word}(?![\w$])|(?<![\w$.])${word}\s?\.\s?[\w$]{1,20}\s?\.\s?(?:match|search)\b`,
    )
    const [given = ''] = argumentsAt(unfolded, index + sign.length)
    if (isTested.test(before) && isOwn(given)) return walkOf(index) ?? null
  }
  return null
}

/** Whether an expression is an address of the code's own: itself, by a name, out of a function, or on one side of a condition. */
function ownValue(code: string, isEncoded: boolean): (expression: string) => boolean {
  const found = [...code.matchAll(NAMED)].filter(([, , decodes]) => decodes === undefined || isEncoded)
  const names = [...new Set(found.map(([, name = '']) => name.replaceAll('$', '\\$')))].slice(0, MAX_NAMES)
  const own = [ADDRESS, ...(isEncoded ? [String.raw`(?:window\s?\.\s?)?atob\s?\(`] : [])]
  const named =
    names.length === 0
      ? []
      : [String.raw`(?:[\w$]{1,40}\s?\.\s?){0,3}(?:${names.join('|')})(?![\w$]|\s?(?:[=(.?[]|={2,3}))`]
  const value = `(?:${[...own, ...named].join('|')})`
  const isValue = new RegExp(
    String.raw`^\s?(?:(?:async\s?)?(?:\([^()]{0,80}\)|[\w$]{1,40})\s?=>\s?\(?\s?|(?:\([^()]{0,80}\)\s?=>|function\s?[\w$]{0,40}\s?\([^()]{0,80}\))\s?\{\s?(?:[^{}]{0,200};)?\s?return\s?)?${value}`,
  )
  const isSide = new RegExp(String.raw`(?:\?(?![.?])|:)\s?${value}`)
  return (expression) =>
    isValue.test(expression) || (/\?(?![.?])/.test(expression) && !/\{/.test(expression) && isSide.test(expression))
}

/** The first two arguments of a call, or the rest of an assignment. */
function argumentsAt(code: string, from: number): string[] {
  const given: string[] = []
  let depth = 0
  let quote = ''
  let start = from
  const end = Math.min(code.length, from + MAX_ARGUMENTS)
  for (let at = from; at < end && given.length < 2; at++) {
    const sign = code[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '\\') at++
    else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && depth-- === 0) return [...given, code.slice(start, at)]
    else if (depth === 0 && (sign === ',' || sign === ';')) {
      given.push(code.slice(start, at))
      start = at + 1
      if (sign === ';') return given
    }
  }
  return given.length < 2 ? [...given, code.slice(start, end)] : given
}
