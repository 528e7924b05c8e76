import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { concat, keccak256, numberToHex, stringToHex } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'

/** A value that an endpoint had no right to answer: a failure of that endpoint, never a zero. */
export class MalformedAnswer extends Error {
  constructor(what: string, value: unknown) {
    const shown = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)).slice(0, 80)
    super(`malformed ${what}: ${shown}`)
    this.name = 'MalformedAnswer'
  }
}

/** A JSON-RPC QUANTITY: 0x, at least one digit, at most 256 bits. `0x` alone is not zero. */
export function readQuantity(value: unknown, what = 'quantity'): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw new MalformedAnswer(what, value)
  return BigInt(value)
}

/** JSON-RPC DATA of any even length, lower case. */
export function readData(value: unknown, what = 'data'): Hex {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^0x[0-9a-fA-F]*$/.test(value))
    throw new MalformedAnswer(what, value)
  return value.toLowerCase() as Hex
}

/** Exactly 32 bytes. */
export function readHash(value: unknown, what = 'hash'): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw new MalformedAnswer(what, value)
  return value.toLowerCase() as Hex
}

/** Exactly 20 bytes, lower case. */
export function readAddress(value: unknown, what = 'address'): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new MalformedAnswer(what, value)
  return value.toLowerCase() as Address
}

/** A storage word: some nodes drop leading zeros, but null and `0x` are not zero. */
export function readWord(value: unknown, what = 'storage'): Hex {
  return `0x${readQuantity(value, what).toString(16).padStart(64, '0')}`
}

/**
 * Runtime code. Code beginning 0xef01 must be a complete EIP-7702 delegation (0xef0100 and 20 bytes): anything else can
 * not exist on a chain and aborts the execution engine.
 */
export function readCode(value: unknown): Hex {
  const code = readData(value, 'code')
  if (code.startsWith('0xef01') && !isDelegation(code)) throw new MalformedAnswer('code', value)
  return code
}

/** Whether code is an EIP-7702 delegation designator. */
export function isDelegation(code: Hex): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code)
}

/** The members of an RPC object; throws when it is null, an array or a scalar. */
export function readObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedAnswer(what, value)
  return value as Record<string, unknown>
}
/** The elements of an RPC array. */
export function readArray(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new MalformedAnswer(what, value)
  return value
}

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/

/** Returns the delegate whose code runs as the account with this code; null: none. */
export function delegateOf(code: Hex): Address | null {
  const delegate = DELEGATION.exec(code)?.[1]
  return delegate === undefined ? null : `0x${delegate}`
}

/**
 * On Polygon, what comes from Ethereum is logged by a transaction that is none: its hash follows from its block's. Blocks may hold it or
 * not, and nodes trace it or not. Null: the network has none.
 */
export function stateSyncOf(chain: Chain, { number, hash }: { number: bigint; hash: Hex }): Hex | null {
  if (!NETWORKS[chain].stateSync) return null
  return keccak256(concat([stringToHex('matic-bor-receipt-'), numberToHex(number, { size: 8 }), hash]))
}
