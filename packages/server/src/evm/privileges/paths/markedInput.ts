import { hexToBytes } from 'viem/utils'
import { splitTypes } from '../../../lib/splitTypes.ts'
import { ACCOUNT, inputMark, NUMBER, SMALL, TAINT, WRITTEN_CALL } from './marks.ts'
import { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

/** What stands in `bytes`: a call of transferFrom, words, accounts side by side, or words of an account above a number. */
type Content = 'call' | 'words' | 'packed' | 'pairs'
/** So many elements of each list; all but one, counted from 0, name the account `caller`. */
type Elements = { caller: bigint; count: number; other: number; kind?: bigint }
/** `kind`: the value of every number of one byte, where elements of the caller ask for nothing: their other numbers are 0. `number`: the value of every number. `token`: the value of one of the addresses, counted from 0. `isOwn`: inside an element that names the caller. `isEmpty`: lists and bytes are. */
type Marker = {
  next(): number
  content: Content
  number?: bigint
  token?: { value: bigint; at: number }
  packed?: (account: bigint, number: bigint) => bigint
  elements?: Elements
  isOwn?: boolean
  isEmpty?: true
}

/** A word that code takes parts of is recovered by the size of one part. */
const SHARED_WORD = /^(u?int(64|72|80|88|96|1\d\d|2\d\d)|bytes(1\d|2\d|3\d))$/
const TRANSFER_FROM = hexToBytes('0x23b872dd')
const WORDS_IN_BYTES = 8
const WORDS_OF_RAW_CALL = 12
const PACKED_ACCOUNTS = 12
const ACCOUNT_BYTES = 20
const PAIRS = 4
/** Its lower bytes are an account. */
const HASH = (0xb6n << 248n) + ACCOUNT
const MAX_PARTS = 64
/** A word with an account above or below a number. */
const PACKED_WORDS: readonly NonNullable<Marker['packed']>[] = [
  (account, number) => (account << 96n) | number,
  (account, number) => (number << 160n) | account,
]
/** Which element names another account than the caller: code may check the first, the last, or some that a condition tells. */
const ELEMENTS: readonly Omit<Elements, 'caller'>[] = [
  { count: 2, other: 1 },
  { count: 3, other: 1 },
  { count: 3, other: 2 },
]
/** Kinds of what an element of a list asks for. */
const KINDS = [1n, 3n, 0n, 2n]
/** A list of records. */
const RECORDS = /\)\[\d*\]/
/** Ids of what is stored first. */
export const FIRST_IDS: readonly bigint[] = [0n, 1n]
/** Marks of a second call's arguments begin here. */
const SECOND_MARKS = 14

/** Call data in which each account, number and word has a value and a mark of its own. */
export function markedInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  const contents: Content[] = /bytes(\[|,|\)|$)|string/.test(types) ? ['call', 'words', 'packed', 'pairs'] : ['words']
  return contents.map((content) => {
    const input = TaintedBytes.of(hexToBytes(selector))
    const marker: Marker = { next: counter(), content }
    input.append(tuple(partsOf(types), marker))
    // Hand-written code may read on.
    input.append(wordsWith(marker, WORDS_IN_BYTES))
    return input
  })
}

/** Call data with lists and bytes that are empty: none where it has no list. */
export function emptyInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  if (!/\[\]/.test(types)) return []
  const input = TaintedBytes.of(hexToBytes(selector))
  input.append(tuple(partsOf(types), { next: counter(), content: 'words', isEmpty: true }))
  return [input]
}

/** Call data with one value for all numbers, such as an id, or with a token as one of its addresses. */
export function filledInput(
  selector: `0x${string}`,
  types: string,
  given: Pick<Marker, 'number' | 'token'>,
): TaintedBytes {
  const marker: Marker = { next: counter(), content: 'words', ...given }
  const input = TaintedBytes.of(hexToBytes(selector))
  input.append(tuple(partsOf(types), marker))
  input.append(wordsWith(marker, WORDS_IN_BYTES))
  return input
}

/** Call data whose words hold an account and a number side by side, the account in the upper or the lower bytes. */
export function packedInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  if (!partsOf(types).some((type) => SHARED_WORD.test(type)) || /address/.test(types)) return []
  return PACKED_WORDS.map((packed) => {
    const input = TaintedBytes.of(hexToBytes(selector))
    input.append(tuple(partsOf(types), { next: counter(), content: 'words', packed }))
    return input
  })
}

/** Entries of lists that are recovered as lists of words: calls, and orders. */
const WORDS = 'uint256[]'
const WORDS_OF_PARTS = /\b(u?int\d+|bytes\d+)\[\]/g
const ENTRIES = ['(address,uint256,bytes)', '(address,bytes)', '(address,address,uint256)']

/** An order with a signature behind its terms: of shorter ones, what is read as a place in the call data lies behind its end. */
const ORDER = `(${'address,'.repeat(12)}bytes)`

/** Call data with lists of entries, where only lists of words were recovered. */
export function listInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  return listTypes(types).flatMap((made) => markedInputs(selector, made).slice(0, 1))
}

/** Types of code without a signature, and what else a list in them may be: one of entries, or bytes, whose length is told alike. */
export function listedTypes(types: string): string[] {
  const bytes = types.replace(WORDS_OF_PARTS, 'bytes')
  return [types, ...(bytes === types ? [] : [bytes]), ...listTypes(types)]
}

/** The same types with lists of entries, where only lists of words were recovered. */
function listTypes(types: string): string[] {
  const entries = types.split(WORDS).length === 2 ? ENTRIES : []
  return [
    ...entries.map((entry) => types.replace(WORDS, `${entry}[]`)),
    ...(types.includes(WORDS) ? [types.replaceAll(WORDS, `${ORDER}[]`)] : []),
  ]
}

/**
 * Call data whose lists have several elements, and one names another account than the caller: code may check the other elements only. Lists of
 * words hold accounts above or below numbers, too, and bytes hold accounts side by side; `isPackedOnly`: nothing but these. Empty where the call has no list.
 */
export function severalInputs(
  selector: `0x${string}`,
  types: string,
  { caller, isPackedOnly }: { caller: bigint; isPackedOnly: boolean },
): TaintedBytes[] {
  const isList = /\[(\d*)\]/.test(types)
  const hasBytes = /bytes(\[|,|\)|$)/.test(types)
  if (!isList && !hasBytes) return []
  const isShared = partsOf(types).some((type) => type.endsWith(']') && SHARED_WORD.test(type.replace(/\[.*$/, '')))
  const asking = !isPackedOnly && RECORDS.test(types) ? ELEMENTS.slice(0, 1) : []
  const records = asking.flatMap((of) => KINDS.map((kind) => ({ ...of, kind })))
  return [...records, ...ELEMENTS].flatMap((of: Omit<Elements, 'caller'>) => {
    const elements: Elements = { ...of, caller }
    const kinds: Omit<Marker, 'next'>[] =
      of.kind !== undefined
        ? [{ content: 'words' }]
        : [
            ...(isPackedOnly ? [] : [{ content: 'words' as const }]),
            ...(hasBytes ? [{ content: 'packed' as const }, { content: 'pairs' as const }] : []),
            ...(isShared ? PACKED_WORDS.map((packed) => ({ content: 'words' as const, packed })) : []),
          ]
    return kinds.map((kind) => {
      const input = TaintedBytes.of(hexToBytes(selector))
      input.append(tuple(partsOf(types), { ...kind, next: counter(), elements }))
      return input
    })
  })
}

/** Call data after a first call: the same arguments once more, and the index or id of what was stored first. */
export function secondInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  // Words, where bytes have other contents, too.
  return [...markedInputs(selector, types).slice(0, 2).slice(-1), ...numberedInputs(selector, types, FIRST_IDS)]
}

/** Call data after a first call, with one of some ids as each number. */
export function numberedInputs(selector: `0x${string}`, types: string, ids: readonly bigint[]): TaintedBytes[] {
  return ids.map((number) => {
    const input = TaintedBytes.of(hexToBytes(selector))
    input.append(tuple(partsOf(types), { next: counter(SECOND_MARKS), content: 'words', number }))
    return input
  })
}

/** Call data after a first call, with marks of its own. */
export function apartInput(selector: `0x${string}`, types: string): TaintedBytes {
  const input = TaintedBytes.of(hexToBytes(selector))
  input.append(tuple(partsOf(types), { next: counter(SECOND_MARKS), content: 'words' }))
  return input
}

/** Call data of no function: words from its start, words behind four bytes, and accounts side by side behind none, one or four. */
export function rawInputs(): TaintedBytes[] {
  const words = [0, 4].map((at) => {
    const input = new TaintedBytes(at)
    input.append(wordsWith({ next: counter(), content: 'words' }, WORDS_OF_RAW_CALL))
    return input
  })
  return [...words, ...[0, 1, 4].map(packed)]
}

/** Call data of a selector that only the fallback knows, with words behind it: each may be a number. */
export function fallbackInput(selector: `0x${string}`): TaintedBytes {
  const input = TaintedBytes.of(hexToBytes(selector))
  input.append(wordsWith({ next: counter(), content: 'words' }, WORDS_OF_RAW_CALL))
  return input
}

/** Accounts without padding, as hand-written code reads them with `shr(96, calldataload(…))`. */
function packed(start: number): TaintedBytes {
  const input = new TaintedBytes(start)
  input.append(accountsWith({ next: counter() }))
  return input
}

/** Accounts without padding, each with a mark of its own. */
function accountsWith(marker: Pick<Marker, 'next' | 'elements' | 'isOwn'>): TaintedBytes {
  const made = new TaintedBytes(0, PACKED_ACCOUNTS * ACCOUNT_BYTES)
  for (let n = 0; n < PACKED_ACCOUNTS; n++) {
    const index = marker.next()
    made.store(n * ACCOUNT_BYTES, accountOf(marker, index, n), ACCOUNT_BYTES)
  }
  return made
}

/** Words that hold an account in their upper bytes and a number below, each with a mark of its own. */
function pairsWith(marker: Pick<Marker, 'next' | 'elements' | 'isOwn'>): TaintedBytes {
  const made = new TaintedBytes(0, PAIRS * 32)
  for (let n = 0; n < PAIRS; n++) {
    const [account, number] = [marker.next(), marker.next()]
    made.store(n * 32, accountOf(marker, account, n), ACCOUNT_BYTES)
    made.store(n * 32 + ACCOUNT_BYTES, word(NUMBER + BigInt(number), inputMark(number)), 32 - ACCOUNT_BYTES)
  }
  return made
}

function counter(first = 0): () => number {
  let at = first
  return () => at++
}

/** `elements`: the parts are those of a list. */
function tuple(types: readonly string[], marker: Marker, elements?: Elements): TaintedBytes {
  const parts = types.map((type, at) => {
    const of = elements === undefined ? marker : { ...marker, isOwn: marker.isOwn === true || at !== elements.other }
    return { dynamic: isDynamic(type), data: encoded(type, of) }
  })
  const length = parts.reduce((sum, { dynamic, data }) => sum + (dynamic ? 32 : data.length), 0)
  const behind = parts.reduce((sum, { dynamic, data }) => sum + (dynamic ? data.length : 0), 0)
  const heads = new TaintedBytes(0, length + behind)
  const tails = new TaintedBytes(0, behind)
  for (const { dynamic, data } of parts) {
    if (!dynamic) heads.append(data)
    else {
      heads.store(heads.length, word(BigInt(length + tails.length)))
      tails.append(data)
    }
  }
  heads.append(tails)
  return heads
}

function encoded(type: string, marker: Marker): TaintedBytes {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const [, inner = '', count = ''] = array
    const { elements } = marker
    const any = marker.isEmpty === true ? 0 : (elements?.count ?? 1)
    const length = count === '' ? any : Math.min(Number(count), MAX_PARTS)
    const list = tuple(Array<string>(length).fill(inner), marker, length > 1 ? elements : undefined)
    return count === '' ? withLength(BigInt(length), 0, list) : list
  }
  if (type.startsWith('(')) {
    const parts = partsOf(type.slice(1, -1))
    return tuple(marker.elements?.kind === undefined ? parts : withKind(parts), marker)
  }
  if (type === 'bytes' || type === 'string') {
    const mark = inputMark(marker.next())
    if (marker.isEmpty === true) return withLength(0n, mark, new TaintedBytes())
    const content = marker.content === 'call' ? TaintedBytes.of(TRANSFER_FROM, WRITTEN_CALL) : new TaintedBytes()
    if (marker.content === 'packed') content.append(accountsWith(marker))
    else if (marker.content === 'pairs') content.append(pairsWith(marker))
    else content.append(wordsWith(marker, marker.content === 'call' ? 3 : WORDS_IN_BYTES))
    const padded = withLength(BigInt(content.length), mark, content)
    padded.append(new TaintedBytes((32 - (content.length % 32)) % 32))
    return padded
  }
  const index = marker.next()
  const made = new TaintedBytes(0, 32)
  const isNumber = marker.number !== undefined && /^u?int/.test(type)
  const { token } = marker
  const isToken = token !== undefined && type === 'address' && token.at-- === 0
  const isWord = SHARED_WORD.test(type)
  const account = accountOf(marker, index)
  const value =
    marker.packed !== undefined && isWord
      ? marker.packed(account.value, NUMBER + BigInt(index))
      : isToken
        ? token.value
        : isNumber
          ? (marker.number ?? 0n)
          : type === 'address'
            ? account.value
            : valueIn(type, index, marker)
  const isAccount = type === 'address' || (marker.packed !== undefined && isWord)
  // The token is given: what the code asks of it is true or false, and no choice of the caller.
  made.store(0, word(value, isToken ? 0 : isAccount ? account.marks : inputMark(index)))
  return made
}

/** An account and its marks; `entry`: which entry of bytes it is. */
function accountOf({ elements, isOwn }: Pick<Marker, 'elements' | 'isOwn'>, index: number, entry?: number): Word {
  // Bytes of a list are one entry, and bytes alone may be a list.
  const isCaller = elements !== undefined && (isOwn ?? (entry !== undefined && entry !== elements.other))
  const marks = inputMark(index)
  return isCaller ? word(elements.caller, marks | TAINT.caller) : word(ACCOUNT + BigInt(index), marks)
}

/** The parts of a record: its kind is recovered as a whole word where the code checks it as an enum. */
function withKind(parts: readonly string[]): readonly string[] {
  const first = parts.findIndex((type) => /^u?int/.test(type))
  return parts.includes('uint8') || first < 0 ? parts : parts.with(first, 'uint8')
}

/** In lists of records, the caller’s own ask for nothing: code refuses them else for what the caller has not. */
function valueIn(type: string, index: number, { elements, isOwn }: Marker): bigint {
  if (elements?.kind === undefined) return valueFor(type, BigInt(index))
  if (type === 'uint8') return elements.kind
  return isOwn === true && /^u?int/.test(type) ? 0n : valueFor(type, BigInt(index))
}

function valueFor(type: string, index: bigint): bigint {
  if (type === 'bool' || type === 'uint8' || type === 'int8') return 1n
  if (/^u?int(16|24)$/.test(type)) return SMALL + index
  return type.startsWith('bytes') ? HASH + index : NUMBER + index
}

/** Accounts: a number is taken for one only by code that does not check. */
function wordsWith(marker: Marker, count: number): TaintedBytes {
  const made = new TaintedBytes(0, count * 32)
  for (let n = 0; n < count; n++) {
    const index = marker.next()
    made.store(n * 32, accountOf(marker, index))
  }
  return made
}

function withLength(length: bigint, marks: number, content: TaintedBytes): TaintedBytes {
  const made = new TaintedBytes(0, 32 + content.length)
  made.store(0, word(length, marks))
  made.append(content)
  return made
}

function isDynamic(type: string): boolean {
  if (type === 'bytes' || type === 'string' || type.endsWith('[]')) return true
  const array = /^(.*)\[\d+\]$/.exec(type)
  if (array !== null) return isDynamic(array[1] ?? '')
  return type.startsWith('(') && partsOf(type.slice(1, -1)).some(isDynamic)
}

/** Of a list of types the first ones: hostile code has as many as it likes. */
function partsOf(types: string): string[] {
  return splitTypes(types).slice(0, MAX_PARTS)
}
