import { createHash, pbkdf2Sync } from 'node:crypto'
import { english, HDKey } from 'viem/accounts'

/** What wallets make of a recovery phrase, and what says it in its place. */
export type DerivedSecrets = {
  /** Entropy, seed and first private key of Ethereum (BIP 39, BIP 44), in lower-case hexadecimal without prefix. */
  hex: readonly string[]
  /** The same in base64, without padding. */
  base64: readonly string[]
  /** Numbers of its words in the list, from zero and from one, and the bytes of the above: decimal, with commas around each. */
  numbers: readonly string[]
}

const PATH = "m/44'/60'/0'/0/0"
const ROUNDS = 2_048
const WORD_BITS = 11n

const known = new WeakMap<readonly string[], DerivedSecrets>()

/** @param phrase of BIP 39 in English, with its checksum. */
export function derivedSecrets(phrase: readonly string[]): DerivedSecrets {
  const made = known.get(phrase) ?? derive(phrase)
  known.set(phrase, made)
  return made
}

function derive(phrase: readonly string[]): DerivedSecrets {
  const numbers = phrase.map((word) => english.indexOf(word))
  const seed = pbkdf2Sync(phrase.join(' '), 'mnemonic', ROUNDS, 64, 'sha512')
  const key = HDKey.fromMasterSeed(seed).derive(PATH).privateKey ?? new Uint8Array()
  const bytes = [entropyOf(numbers), seed, Buffer.from(key)]
  return {
    hex: bytes.map((one) => one.toString('hex')),
    base64: bytes.map((one) => one.toString('base64').replace(/=+$/, '')),
    numbers: [numbers, numbers.map((number) => number + 1), ...bytes.map((one) => [...one])].map(
      (list) => `,${list.join(',')},`,
    ),
  }
}

/** Of the bits, one in 33 is the checksum. */
function entropyOf(numbers: readonly number[]): Buffer {
  const bits = numbers.reduce((all, number) => (all << WORD_BITS) | BigInt(number), 0n)
  const checksum = numbers.length / 3
  const bytes = (numbers.length * 4) / 3
  return Buffer.from((bits >> BigInt(checksum)).toString(16).padStart(bytes * 2, '0'), 'hex')
}

const LENGTHS: readonly number[] = [12, 15, 18, 21, 24]

/** Whether words are a recovery phrase in English, with its checksum (BIP 39). */
export function isRecoveryPhrase(words: readonly string[]): boolean {
  if (!LENGTHS.includes(words.length)) return false
  const numbers = words.map((word) => english.indexOf(word))
  if (numbers.includes(-1)) return false
  const bits = words.length / 3
  const hash = createHash('sha256').update(entropyOf(numbers)).digest()
  return (hash[0] ?? 0) >> (8 - bits) === ((numbers.at(-1) ?? 0) & ((1 << bits) - 1))
}

/** Whether a text, as it is read, says one of them. */
export function saysDerived(text: string, { hex, base64, numbers }: DerivedSecrets): boolean {
  const lower = text.toLowerCase()
  if (hex.some((one) => lower.includes(one))) return true
  const plain = text.replace(/-/g, '+').replace(/_/g, '/')
  if (base64.some((one) => plain.includes(one))) return true
  const said = `,${(text.match(/\d+/g) ?? []).join(',')},`
  return numbers.some((one) => said.includes(one))
}
