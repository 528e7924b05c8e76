import { hexToBytes } from 'viem/utils'
import { splitTypes } from '../../../lib/splitTypes.ts'
import { ACCOUNT, inputMark, NUMBER, SMALL, WRITTEN_CALL, word } from './taint.ts'
import { TaintedBytes } from './taintedBytes.ts'

/** What stands in `bytes`: a call of transferFrom, words, accounts side by side, or words of an account above a number. */
type Content = 'call' | 'words' | 'packed' | 'pairs'
/** `number`: the value of every number. `token`: the value of one of the addresses, counted from 0. */
type Marker = {
  next(): number
  content: Content
  number?: bigint
  token?: { value: bigint; at: number }
  packed?: (index: bigint) => bigint
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
  return [
    (index: bigint) => ((ACCOUNT + index) << 96n) | (NUMBER + index),
    (index: bigint) => ((NUMBER + index) << 160n) | (ACCOUNT + index),
  ].map((packed) => {
    const input = TaintedBytes.of(hexToBytes(selector))
    input.append(tuple(partsOf(types), { next: counter(), content: 'words', packed }))
    return input
  })
}

/** Entries of lists that are recovered as lists of words: calls, and orders. */
const WORDS = 'uint256[]'
const ENTRIES = ['(address,uint256,bytes)', '(address,bytes)', '(address,address,uint256)']

/** An order with a signature behind its terms: of shorter ones, what is read as a place in the call data lies behind its end. */
const ORDER = `(${'address,'.repeat(12)}bytes)`

/** Call data with lists of entries, where only lists of words were recovered. */
export function listInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  const entries = types.split(WORDS).length === 2 ? ENTRIES : []
  return [
    ...entries.map((entry) => types.replace(WORDS, `${entry}[]`)),
    ...(types.includes(WORDS) ? [types.replaceAll(WORDS, `${ORDER}[]`)] : []),
  ].flatMap((made) => markedInputs(selector, made).slice(0, 1))
}

/** Call data after a first call: the same arguments once more, and the index or id of what was stored first. */
export function secondInputs(selector: `0x${string}`, types: string): TaintedBytes[] {
  const first = [0n, 1n].map((number) => {
    const input = TaintedBytes.of(hexToBytes(selector))
    input.append(tuple(partsOf(types), { next: counter(SECOND_MARKS), content: 'words', number }))
    return input
  })
  // Words, where bytes have other contents, too.
  return [...markedInputs(selector, types).slice(0, 2).slice(-1), ...first]
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
function accountsWith({ next }: Pick<Marker, 'next'>): TaintedBytes {
  const made = new TaintedBytes()
  for (let n = 0; n < PACKED_ACCOUNTS; n++) {
    const index = next()
    made.store(n * ACCOUNT_BYTES, word(ACCOUNT + BigInt(index), inputMark(index)), ACCOUNT_BYTES)
  }
  return made
}

/** Words that hold an account in their upper bytes and a number below, each with a mark of its own. */
function pairsWith({ next }: Pick<Marker, 'next'>): TaintedBytes {
  const made = new TaintedBytes()
  for (let n = 0; n < PAIRS; n++) {
    const [account, number] = [next(), next()]
    made.store(n * 32, word(ACCOUNT + BigInt(account), inputMark(account)), ACCOUNT_BYTES)
    made.store(n * 32 + ACCOUNT_BYTES, word(NUMBER + BigInt(number), inputMark(number)), 32 - ACCOUNT_BYTES)
  }
  return made
}

function counter(first = 0): () => number {
  let at = first
  return () => at++
}

function tuple(types: readonly string[], marker: Marker): TaintedBytes {
  const heads = new TaintedBytes()
  const tails = new TaintedBytes()
  const parts = types.map((type) => ({ dynamic: isDynamic(type), data: encoded(type, marker) }))
  const length = parts.reduce((sum, { dynamic, data }) => sum + (dynamic ? 32 : data.length), 0)
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
    if (count !== '') return tuple(Array<string>(Math.min(Number(count), MAX_PARTS)).fill(inner), marker)
    return withLength(1n, 0, tuple([inner], marker))
  }
  if (type.startsWith('(')) return tuple(partsOf(type.slice(1, -1)), marker)
  if (type === 'bytes' || type === 'string') {
    const mark = inputMark(marker.next())
    const content = marker.content === 'call' ? TaintedBytes.of(TRANSFER_FROM, WRITTEN_CALL) : new TaintedBytes()
    if (marker.content === 'packed') content.append(accountsWith(marker))
    else if (marker.content === 'pairs') content.append(pairsWith(marker))
    else content.append(wordsWith(marker, marker.content === 'call' ? 3 : WORDS_IN_BYTES))
    const padded = withLength(BigInt(content.length), mark, content)
    padded.append(new TaintedBytes((32 - (content.length % 32)) % 32))
    return padded
  }
  const index = marker.next()
  const made = new TaintedBytes()
  const isNumber = marker.number !== undefined && /^u?int/.test(type)
  const { token } = marker
  const isToken = token !== undefined && type === 'address' && token.at-- === 0
  const isWord = SHARED_WORD.test(type)
  const value =
    marker.packed !== undefined && isWord
      ? marker.packed(BigInt(index))
      : isToken
        ? token.value
        : isNumber
          ? (marker.number ?? 0n)
          : valueFor(type, BigInt(index))
  // The token is given: what the code asks of it is true or false, and no choice of the caller.
  made.store(0, word(value, isToken ? 0 : inputMark(index)))
  return made
}

function valueFor(type: string, index: bigint): bigint {
  if (type === 'address') return ACCOUNT + index
  if (type === 'bool' || type === 'uint8' || type === 'int8') return 1n
  if (/^u?int(16|24)$/.test(type)) return SMALL + index
  return type.startsWith('bytes') ? HASH + index : NUMBER + index
}

/** Accounts: a number is taken for one only by code that does not check. */
function wordsWith(marker: Marker, count: number): TaintedBytes {
  const made = new TaintedBytes()
  for (let n = 0; n < count; n++) {
    const index = marker.next()
    made.store(n * 32, word(ACCOUNT + BigInt(index), inputMark(index)))
  }
  return made
}

function withLength(length: bigint, marks: number, content: TaintedBytes): TaintedBytes {
  const made = new TaintedBytes()
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
