import type { Address } from '../address.ts'
import {
  ALL_OF,
  AMOUNT_LABEL,
  ASSET_LABEL,
  GRANTING,
  MOVING,
  RECEIVER_LABEL,
  SUBJECT_LABEL,
  TOWARDS,
} from './orderWords.ts'
import { amountsIn, knownAssetIn, type TextAmount } from './textAmounts.ts'

/** Order in a signed text. Amounts as they are written. */
export type TextOrder = {
  /** `payment`: something for an account. `trade`: one asset for another. `move`: an amount alone. `right`: an account that may act. */
  order: 'payment' | 'trade' | 'move' | 'right'
  amount: string | null
  asset: string | null
  /** Address or name. */
  recipient: string | null
}

const MAX_CHARACTERS = 8_000
const MAX_SENTENCES = 200

/**
 * Finds the order in a text by its parts: an amount of an asset, an account other than the signer's, and a word that asks to move or
 * permit something. Two parts of one sentence, or of one list of labels, make an order; a word alone never does. Null: there is none.
 */
export function orderInText(text: string, signer: Address): TextOrder | null {
  const read = text.slice(0, MAX_CHARACTERS).normalize('NFKC')
  const labelled = orderOfLabels(labelsOf(read), signer)
  if (labelled !== null) return labelled
  const sentences = read.split(/[\n\r;!?。！？；।؟]|\.(?=\s|$)/u).slice(0, MAX_SENTENCES)
  const said = sentences.map((sentence) => orderOfSentence(sentence, signer)).find((order) => order !== null) ?? null
  // An amount alone may have its receiver in another sentence.
  return said === null || said.order === 'move' ? (orderOfSeveral(sentences, signer) ?? said) : said
}

function orderOfSentence(sentence: string, signer: Address): TextOrder | null {
  const [paid = null, other = null] = amountsIn(sentence)
  const [receiver = null] = receiversIn(sentence, signer)
  const moves = MOVING.test(sentence)
  if (paid !== null && receiver !== null && (receiver.isAddress || moves)) return payment(paid, receiver)
  const item = ITEM.exec(sentence)?.[0].trim() ?? null
  const price = other ?? (paid?.isKnown ? paid : null)
  const sold = other === null ? item : paid && `${paid.amount} ${paid.asset}`
  if (
    price !== null &&
    sold !== null &&
    (moves || (paid?.isKnown && other?.isKnown)) &&
    other?.asset !== (other && paid?.asset)
  )
    return { order: 'trade', amount: price.amount, asset: `${price.asset} for ${sold}`, recipient: null }
  if (paid?.isKnown && !paid.isFiat && moves) return { ...payment(paid, null), order: 'move' }
  const asset = item ?? knownAssetIn(sentence)
  if (receiver?.isAddress && moves)
    return { order: 'payment', amount: ALL_OF.test(sentence) ? 'all' : null, asset, recipient: receiver.name }
  if (receiver?.isAddress && GRANTING.test(sentence))
    return { order: 'right', amount: null, asset, recipient: receiver.name }
  if (asset !== null && moves && ALL_OF.test(sentence))
    return { order: receiver === null ? 'move' : 'payment', amount: 'all', asset, recipient: receiver?.name ?? null }
  return null
}

/** An amount, a receiver and what to do may stand in three sentences. */
function orderOfSeveral(sentences: readonly string[], signer: Address): TextOrder | null {
  const paid = sentences.flatMap(amountsIn).find(({ isKnown }) => isKnown)
  const receiver = sentences.flatMap((one) => receiversIn(one, signer)).find(({ isTowards }) => isTowards)
  if (paid === undefined || receiver === undefined || !sentences.some((one) => MOVING.test(one))) return null
  return payment(paid, receiver)
}

function payment({ amount, asset }: Pick<TextAmount, 'amount' | 'asset'>, receiver: Receiver | null): TextOrder {
  return { order: 'payment', amount, asset, recipient: receiver?.name ?? null }
}

type Receiver = { name: string; isAddress: boolean; isTowards: boolean }

/** `Bored Ape #1234`. */
const ITEM = /[\p{L}][\p{L}\p{M}' ]{1,40}#\s?\d+/u
const ADDRESS = /(?<![0-9a-zA-Z])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})(?![0-9a-zA-Z])/g
/** Names, and addresses of other networks that look like any identifier: receivers only where the text says so. */
const NAME = /(?<![\p{L}\p{Nd}.-])(?:[\p{L}\p{Nd}-]{3,}\.eth|[1-9A-HJ-NP-Za-km-z]{32,44})(?![\p{L}\p{Nd}.-])/gu
/** `USDC (0xA0b8…)`. */
const AFTER_ASSET = /[A-Z][A-Z0-9]{1,9}\s*[(:]?\s*$/
const CONTEXT = 60

/** Accounts other than the signer's, but for those that the text is only about: a contract, a token, the wallet that signs. */
function receiversIn(sentence: string, signer: Address): Receiver[] {
  const found = (pattern: RegExp, isAddress: boolean) =>
    [...sentence.matchAll(pattern)].flatMap(({ 0: name, index }): Receiver[] => {
      if (name.toLowerCase() === signer) return []
      const before = sentence.slice(Math.max(0, index - CONTEXT), index)
      const label = before.replace(/[\s:："'“(=]+$/u, '')
      const isTowards = TOWARDS.test(before) || RECEIVER_LABEL.test(label)
      if (!isTowards && (!isAddress || AFTER_ASSET.test(before) || SUBJECT_LABEL.test(label))) return []
      return [{ name, isAddress, isTowards }]
    })
  return [...found(ADDRESS, true), ...found(NAME, false)]
}

type Label = { key: string; value: string }

/** The members of the JSON in a text, else its lines `name: value`. */
function labelsOf(text: string): Label[] {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    return membersOf(JSON.parse(json) as unknown, '')
  } catch {
    return text.split('\n').flatMap((line) => {
      const [, key, value] = /^\s*[-*]?\s*"?([\p{L}\p{M}\p{Nd} _-]{1,40})"?\s*[:=]\s*(.+)$/u.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [{ key: spaced(key), value: value.trim() }]
    })
  }
}

function membersOf(value: unknown, key: string, depth = 0): Label[] {
  if (depth > 6) return []
  if (typeof value === 'string' || typeof value === 'number') return [{ key: spaced(key), value: String(value) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => membersOf(one, Array.isArray(value) ? key : name, depth + 1))
}

/** `addOwner`, `add_owner` → `add owner`. */
function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ').trim()
}

function orderOfLabels(labels: readonly Label[], signer: Address): TextOrder | null {
  const positive = ({ key, value }: Label) => AMOUNT_LABEL.test(key) && /^\D{0,4}\d/.test(value) && /[1-9]/.test(value)
  const [amount = null, other = null] = labels.filter(positive)
  const asset = labels.find(({ key, value }) => ASSET_LABEL.test(key) && value.length <= 42)?.value ?? null
  const receiver = labels.flatMap(({ key, value }) => receiversIn(`${key}: ${value}`, signer))[0] ?? null
  const said = labels.flatMap(({ key, value }) => (value.length <= 60 ? [key, spaced(value)] : [key]))
  const moves = said.some((one) => MOVING.test(one))
  if (amount !== null && receiver !== null)
    return { order: 'payment', amount: amount.value, asset, recipient: receiver.name }
  if (amount !== null && other !== null && asset !== null)
    return { order: 'trade', amount: amount.value, asset, recipient: null }
  if (amount !== null && asset !== null && moves) return { order: 'move', amount: amount.value, asset, recipient: null }
  if (receiver?.isAddress && said.some((one) => GRANTING.test(one)))
    return { order: 'right', amount: null, asset, recipient: receiver.name }
  return null
}
