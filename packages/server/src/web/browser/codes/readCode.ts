import type { Address } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, keccak256, stringToBytes } from 'viem/utils'

/** What a QR code asks of the phone that scans it. */
export type CodeMeaning =
  /** A payment or a call (ERC-681), or a bare address. `transaction` null: only the payee is known. `chainId` null: not said. */
  | {
      kind: 'payment'
      payee: string | null
      token: Address | null
      chainId: number | null
      transaction: CodeTransaction | null
    }
  /** Pairs a wallet with the page over WalletConnect: what is asked then goes past this browser. */
  | { kind: 'pairing' }
  | { kind: 'link'; url: string }
  | { kind: 'text' }
type CodeTransaction = { to: Address; value: string; data: string }

/** `ethereum:` of ERC-681, and the same as links of wallets carry it (`…/send/0x…@1/transfer?…`). */
const REQUEST =
  /^(?:ethereum:|https:\/\/[^/?#]{1,100}\/(?:[^?#]{0,60}\/)?send\/)(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,15}|0x[0-9a-f]{1,12}))?(?:\/(\w{1,64}))?(?:\?(.{0,1500}))?$/i
const PAYMENT = /^(?:bitcoin|tron|bnb|smartchain|polygon|matic):([0-9a-z]{20,90})(?:[?@].*)?$/i
const BARE = /^(?:0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})$/i
const PAIRING = /^wc:[\w-]{1,100}@\d/i
/** Of ERC-681, and no arguments of the call. */
const NOT_ARGUMENTS = /^(?:value|amount|label|message|gas\w*)$/i
const TYPE = /^(?:address|bool|u?int\d{0,3}|bytes\d{0,2})$/
const NUMBER = /^(\d{1,60})(?:\.(\d{1,40}))?(?:e(\d{1,2}))?$/i

/** Returns what a code asks for. The text is a stranger's. */
export function readCode(text: string): CodeMeaning {
  const said = text.trim()
  if (PAIRING.test(said)) return { kind: 'pairing' }
  const request = REQUEST.exec(said)
  if (request !== null) return readRequest(request)
  const payee = PAYMENT.exec(said)?.[1] ?? BARE.exec(said)?.[0]
  if (payee !== undefined)
    return { kind: 'payment', payee: payee.toLowerCase(), token: null, chainId: null, transaction: null }
  const url = /^https?:/i.test(said) ? URL.parse(said) : null
  return url === null ? { kind: 'text' } : { kind: 'link', url: url.href }
}

function readRequest([, target = '', chain, name, query = '']: RegExpExecArray): CodeMeaning {
  const to = target.toLowerCase() as Address
  const chainId = chain === undefined ? null : Number(chain)
  const given = [...new URLSearchParams(query)].slice(0, 12)
  const value = amountOf(given.find(([key]) => key.toLowerCase() === 'value')?.[1] ?? '0')
  if (name === undefined) {
    const transaction = value === null ? null : { to, value: hex(value), data: '0x' }
    return { kind: 'payment', payee: to, token: null, chainId, transaction }
  }
  const arguments_ = given.filter(([key]) => !NOT_ARGUMENTS.test(key))
  const data = encodeCall(name, arguments_)
  const payee = arguments_.find(([type]) => type === 'address')?.[1]?.toLowerCase() ?? null
  const transaction = data === null || value === null ? null : { to, value: hex(value), data }
  return { kind: 'payment', payee, token: to, chainId, transaction }
}

/** Call data of `name(type,…)`; null where an argument is no value of its type. */
function encodeCall(name: string, given: readonly [type: string, value: string][]): string | null {
  if (!given.every(([type]) => TYPE.test(type))) return null
  try {
    const types = given.map(([type]) => ({ type }))
    const values = given.map(([type, value]) =>
      /^u?int/.test(type) ? amountOf(value) : type === 'bool' ? value === 'true' : value,
    )
    const selector = keccak256(stringToBytes(`${name}(${given.map(([type]) => type).join()})`)).slice(0, 10)
    return `${selector}${encodeAbiParameters(types, values as never).slice(2)}`
  } catch {
    return null
  }
}

/** Amounts may be written as `2.014e18`. Null for what is no whole number. */
function amountOf(text: string): bigint | null {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (whole === '' || fraction.length > Number(exponent)) return null
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length)
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
