import { UsageError } from '../usageError.ts'

/** Words of a seed phrase: BIP-39, and 25 for Monero. */
const PHRASE_LENGTHS = [12, 15, 18, 21, 24, 25]
const MIN_PHRASE = 12
/** Unicode letters and their marks; what stands between words may be anything, such as numbers of a list. */
const WORD = /[\p{L}\p{M}]+/gu
const SHAPE = /^[a-z]{3,8}$/

const BARE_KEY = /^["']?[0-9a-f]{64}["']?$/i
/** Base58 of a Bitcoin key (WIF). */
const WALLET_IMPORT_FORMAT = /^(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})$/
const KEY_ANYWHERE = [
  /private[\s_-]?key\W{1,8}(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i,
  /\b[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112}\b/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
]
/** A message of `personal_sign` is text in hex. */
const HEX_TEXT = /^0x(?:[0-9a-f]{2})+$/i

/**
 * Refuses what opens a wallet: it must not leave the machine, not even in a scan. Every text that a command takes comes here
 * before anything is sent. A private key with 0x before it looks as a transaction hash does, and cannot be told from one.
 * @param texts arguments, values of options, stdin or a file; together they may be one phrase.
 * @throws UsageError, which says nothing of the secret.
 */
export async function refuseSecrets(...texts: readonly string[]): Promise<void> {
  for (const text of [...texts, texts.join(' ')]) {
    if (holdsKey(text))
      throw new UsageError('This looks like a private key: nothing was sent. A transaction hash starts with 0x.')
    await refuseSeedPhrase(text)
  }
}

/** Refuses a seed phrase alone: the secret of a webhook may be 64 hex digits. @throws UsageError */
export async function refuseSeedPhrase(text: string): Promise<void> {
  for (const { part } of partsOf(text.trim(), true))
    if (await holdsPhrase(part.trim()))
      throw new UsageError('This looks like a seed phrase: nothing was sent. Tell it to no program or person.')
}

function holdsKey(text: string): boolean {
  if (KEY_ANYWHERE.some((key) => key.test(text))) return true
  return [...partsOf(text.trim(), true)].some(({ part, isWhole }) => {
    const one = part.trim()
    if (isWhole && (BARE_KEY.test(one) || WALLET_IMPORT_FORMAT.test(one))) return true
    return KEY_ANYWHERE.some((key) => key.test(one))
  })
}

type Part = { part: string; isWhole: boolean }

/** The text itself, or the texts in its JSON: names and types of typed data, side by side, are no phrase. */
function* partsOf(text: string, isWhole: boolean): Generator<Part> {
  if (/^[{["]/.test(text)) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {}
    if (value !== undefined) return yield* leavesOf(value, false)
  }
  yield { part: text, isWhole }
  if (HEX_TEXT.test(text)) yield { part: Buffer.from(text.slice(2), 'hex').toString('utf8'), isWhole }
}

function* leavesOf(value: unknown, isWhole: boolean): Generator<Part> {
  if (typeof value === 'string') yield* partsOf(value.trim(), isWhole)
  else if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string')
    if (texts.length >= MIN_PHRASE) yield { part: texts.join(' '), isWhole: false }
    for (const one of value) yield* leavesOf(one, isWhole)
  } else if (typeof value === 'object' && value !== null) {
    // What a wallet is asked to sign is a whole text, as an argument is.
    for (const [name, one] of Object.entries(value)) yield* leavesOf(one, name === 'params' || name === 'message')
  }
}

/** Whether the whole text has the shape of a phrase, or a part of it is words of a list in a row. */
async function holdsPhrase(text: string): Promise<boolean> {
  const apart = text.split(/\s+/)
  if (PHRASE_LENGTHS.includes(apart.length) && apart.every((word) => SHAPE.test(word))) return true
  const words = text.normalize('NFKD').toLowerCase().match(WORD) ?? []
  if (words.length < MIN_PHRASE) return false
  return (await wordLists()).some((list) => {
    let run = 0
    return words.some((word) => {
      run = list.has(word) ? run + 1 : 0
      return run >= MIN_PHRASE
    })
  })
}

let lists: Promise<ReadonlySet<string>[]> | undefined

/** BIP-39, in its languages; read only for texts of twelve words or more. */
function wordLists(): Promise<ReadonlySet<string>[]> {
  lists ??= import('viem/accounts').then((all) =>
    [
      ...[all.english, all.spanish, all.french, all.italian, all.portuguese, all.czech],
      ...[all.japanese, all.korean, all.simplifiedChinese, all.traditionalChinese],
    ].map((words) => new Set(words.map((word) => word.normalize('NFKD')))),
  )
  return lists
}
