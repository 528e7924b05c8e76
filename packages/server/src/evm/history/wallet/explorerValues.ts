import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressOf, hashOf, integerOf, object } from '../../verification/parseAbi.ts'

/** A row of a service that differs from its documentation. */
export class MalformedRow extends Error {
  constructor(member: string) {
    super(`malformed ${member}`)
    this.name = 'MalformedRow'
  }
}

/** Reads members of a service's row: a missing or malformed member is an error, never a zero. @throws MalformedRow */
export function rowOf(value: unknown) {
  const row = object(value)
  if (row === null) throw new MalformedRow('row')
  const must = <Value>(name: string, value: Value | null): Value => {
    if (value === null) throw new MalformedRow(name)
    return value
  }
  return {
    row,
    hash: (name: string): Hex => must(name, hashOf(row[name])),
    address: (name: string): Address => must(name, addressOf(row[name])),
    /** Creations have an empty receiver. */
    addressOrNone: (name: string): Address | null =>
      row[name] === '' || row[name] == null ? null : must(name, addressOf(row[name])),
    integer: (name: string): bigint => must(name, integerOf(row[name])),
    amount: (name: string): bigint => must(name, amountOf(row[name])),
  }
}

/** Up to 256 bits in decimal. */
export function amountOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return null
  const amount = BigInt(value)
  return amount < 1n << 256n ? amount : null
}

/** First four bytes of call data; null without. */
export function selectorOf(data: unknown): Hex | null {
  return typeof data === 'string' && /^0x[0-9a-fA-F]{8}/.test(data) ? (data.slice(0, 10).toLowerCase() as Hex) : null
}
