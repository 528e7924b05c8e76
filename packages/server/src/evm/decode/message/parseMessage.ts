import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MessageForm, SignedMessage, SigningMethod, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { encodePacked, hexToBytes, keccak256, stringToHex } from 'viem/utils'
import { visibleText } from '../../../lib/cleanText.ts'
import { parseTypedData } from './parseTypedData.ts'
import { isObject, memberType } from './typedDataTypes.ts'
import { typedDataStruct } from './typedDataValue.ts'
import { invalidMessage, typedParameters } from './typedParameters.ts'

const MAX_MEMBERS = 256

const MAX_NAME = 128

const NO_DOMAIN = { name: null, version: null, chainId: null, verifyingContract: null, salt: null }

/** Bytes of a plain message, and characters of typed data given as text. */
const MAX_BYTES = 131_072
const MAX_JSON = 1_048_576
/** 2^62 hashes have to be tried before one reads like this. */
const WORDS = /^[A-Za-z0-9 .,-]*$/
const MAX_LINES = 128
const MAX_LINE = 1_024

/** The dApp's request to the wallet: `message` for personal_sign and eth_sign, else `typedData` (or its JSON text). */
type Asked = { account: Address; method: SigningMethod; message?: unknown; typedData?: unknown }

/**
 * Reads a message as the wallet would sign it: 0x and hex digits are bytes, other text is its UTF-8.
 * @throws InvalidInput naming the member and what was expected.
 */
export function parseMessage({ account, method, message, typedData }: Asked): SignedMessage {
  const signer = account.toLowerCase() as Address
  if (method !== 'personal_sign' && method !== 'eth_sign') {
    if (message !== undefined) throw invalidMessage('message', `typedData instead, which ${method} signs`)
    return { account: signer, method, form: readTypedData(typedData, method) }
  }
  if (typedData !== undefined) throw invalidMessage('typedData', `message instead, which ${method} signs`)
  if (typeof message !== 'string') throw invalidMessage('message', 'a text, or bytes as 0x and hex digits')
  return { account: signer, method, form: readPlain(message, method) }
}

function readTypedData(given: unknown, method: SigningMethod): MessageForm {
  const value = typeof given === 'string' ? parseJson(given) : given
  if (!Array.isArray(value)) return parseTypedData(value, method)
  if (method === 'eth_signTypedData') return parseLegacyTypedData(value)
  throw invalidMessage('typedData', 'an object {types, primaryType, domain, message}')
}

function parseJson(text: string): unknown {
  if (text.length > MAX_JSON) throw invalidMessage('typedData', `at most ${MAX_JSON} characters`)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidMessage('typedData', 'an object, or its JSON text')
  }
}

function readPlain(message: string, method: SigningMethod): MessageForm {
  const isHex = message.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(message)
  if (message.length > 2 + MAX_BYTES * 2) throw invalidMessage('message', `at most ${MAX_BYTES} bytes`)
  const bytes = isHex ? (message.toLowerCase() as Hex) : stringToHex(message)
  if (bytes.length > 2 + MAX_BYTES * 2) throw invalidMessage('message', `at most ${MAX_BYTES} bytes`)
  // eth_sign takes 32 bytes for a hash whatever they spell.
  if (method === 'eth_sign' && bytes.length === 66) return { type: 'hash', hash: bytes }
  const text = isHex ? readable(bytes) : message
  // As many bytes as a hash has: letters, digits and spaces are words; what else is UTF-8 could be a hash that was searched for.
  if (isHex && bytes.length === 66 && (text === null || !WORDS.test(text))) return { type: 'hash', hash: bytes }
  if (text !== null) return { type: 'text', text: cleanLines(text), bytes }
  return { type: 'bytes', bytes }
}

/** Bytes are text when they are UTF-8 without control characters: 32 random bytes are not. */
function readable(bytes: Hex): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(bytes))
    return /[^\P{Cc}\t\r\n]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** Lines are kept: a sign-in request has one member a line. */
function cleanLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES + 1)
  const cleaned = lines.slice(0, MAX_LINES).map((line) => visibleText(line, MAX_LINE))
  return [...cleaned, ...(lines.length > MAX_LINES ? ['…'] : [])].join('\n')
}

/**
 * Reads the first version of eth_signTypedData: an array of `{type, name, value}` without a domain, so that every
 * contract on every network may accept the signature. Names are free text here.
 * @throws InvalidInput naming the member.
 */
function parseLegacyTypedData(given: readonly unknown[]): MessageForm & { type: 'typed-data' } {
  if (given.length === 0 || given.length > MAX_MEMBERS) {
    throw invalidMessage('typedData', `1 to ${MAX_MEMBERS} members {type, name, value}`)
  }
  const members = given.map((member, index) => {
    const at = `typedData[${index}]`
    if (!isObject(member)) throw invalidMessage(at, 'a member {type, name, value}')
    const { name, type, value } = member
    if (typeof name !== 'string' || name.length > MAX_NAME) {
      throw invalidMessage(`${at}.name`, `a text of at most ${MAX_NAME} characters`)
    }
    if (typeof type !== 'string') throw invalidMessage(`${at}.type`, 'the name of a type')
    const parsed = memberType(type, `${at}.type`, new Set())
    if (/\].*\[/.test(type)) throw invalidMessage(`${at}.type`, 'a type of one dimension')
    const types = new Map([['', { name: '', members: [{ name: 'value', type: parsed }] }]])
    const struct = typedDataStruct(
      '',
      { value },
      { types, values: 0, undeclared: [] },
      { path: at, shown: '', depth: 0 },
    )
    return { signedName: name, name: visibleText(name), type, value: struct.members[0]?.value ?? null }
  })
  const schema = members.map(({ type, signedName }) => `${type} ${signedName}`)
  const struct = { type: '', members: members.map(({ name, type, value }) => ({ name, type, value })) }
  return {
    type: 'typed-data',
    domain: NO_DOMAIN,
    primaryType: '',
    encodedType: `(${members.map(({ type, name }) => `${type} ${name}`).join(',')})`,
    parameters: typedParameters(struct),
    struct,
    undeclared: [],
    digest: keccak256(
      `${packed(
        schema.map(() => 'string'),
        schema,
      )}${packed(
        members.map(({ type }) => type),
        members.map(({ value }) => value),
      ).slice(2)}`,
    ),
    // The first version has neither domain nor struct hash.
    hashes: null,
  }
}

/** The hash of Solidity's packed encoding. */
function packed(types: string[], values: TypedValue[]): Hex {
  return keccak256(encodePacked(types, values))
}
