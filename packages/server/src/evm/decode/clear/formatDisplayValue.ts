import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS } from '@redoubt/risk/chain.ts'
import type { DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { formatUnits } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import type { ClearField } from '../../../intel/pack/packClearSigning.ts'
import { visibleText } from '../../../lib/cleanText.ts'
import { renderValue } from '../renderValue.ts'
import { type Described, fieldValues, type TypedArgument } from './fieldValues.ts'

/** Addresses that routers take for the native coin. */
const NATIVE: readonly string[] = [`0x${'e'.repeat(40)}`, `0x${'0'.repeat(40)}`]
const PREFIXES = ['', 'k', 'M', 'G', 'T']
/** Past the year 9999 no date can be written, and none is meant. */
const LAST_DAY = 253_402_300_799n

/** A value as a field of a descriptor says it is to be shown; its plain rendering where the format does not fit the type. */
export function formatDisplayValue(
  field: ClearField,
  { type, value }: TypedArgument,
  described: Described,
): DisplayValue {
  const { format, params = {} } = field
  const plain: DisplayValue = { as: 'text', text: renderValue(type, value) }
  const number = numberOf({ type, value })
  switch (format) {
    case 'tokenAmount':
      return number === null ? plain : amountOf(number, { type, value }, field, described)
    case 'amount':
      if (number === 0n && params.zeroAmount !== undefined) return { as: 'text', text: params.zeroAmount }
      if (number !== null && params.threshold != null && number >= params.threshold)
        return { as: 'text', text: params.message ?? 'All' }
      return number === null ? plain : { as: 'amount', amount: number, token: null, all: null }
    case 'nftName': {
      const collection = tokenOf(field, described)
      return number === null || collection === null ? plain : { as: 'item', collection, id: number }
    }
    case 'tokenTicker': {
      const token = addressOf({ type, value })
      return token === null ? plain : { as: 'ticker', token }
    }
    case 'chainId':
      return number === null ? plain : { as: 'text', text: networkName(number) }
    case 'addressName':
    case 'raw': {
      const address = addressOf({ type, value })
      if (address !== null && (format === 'addressName' || type.kind === 'address')) return { as: 'address', address }
      return plain
    }
    case 'date':
      if (number === 0n && params.zero !== undefined) return { as: 'text', text: params.zero }
      return number === null || params.encoding === 'blockheight' ? plain : dateOf(number, plain)
    case 'duration':
      return number === null ? plain : { as: 'text', text: durationOf(number) }
    case 'unit':
      return number === null ? plain : { as: 'text', text: unitOf(number, params) }
    case 'enum':
      return number === null ? plain : { as: 'text', text: params.values?.[String(number)] ?? String(number) }
    case 'calldata':
      return plain
    default:
      return plain
  }
}

function tokenOf({ params = {} }: ClearField, described: Described): Address | null {
  const [found] = params.tokenPath === undefined ? [] : fieldValues(params.tokenPath, described)
  const named = params.token ?? addressOf(found)
  return named !== null && /^0x[0-9a-fA-F]{40}$/.test(named) ? (named.toLowerCase() as Address) : null
}

function amountOf(amount: bigint, of: TypedArgument, field: ClearField, described: Described): DisplayValue {
  const { params = {} } = field
  const token = tokenOf(field, described)
  // Which token an amount is of has to be known: a bare number is honest, a guessed unit is not.
  if (token === null) return { as: 'text', text: String(amount) }
  const max = of.type.kind === 'uint' ? 2n ** BigInt(of.type.bits) - 1n : 2n ** 256n - 1n
  const { threshold, native = NATIVE, zeroAmount } = params
  const all =
    amount === 0n && zeroAmount !== undefined
      ? zeroAmount
      : threshold != null
        ? amount >= threshold
          ? (params.message ?? 'Unlimited')
          : null
        : amount === max
          ? (params.message ?? 'unlimited')
          : null
  if (params.ifErc20) return { as: 'amount', amount, token, all, ifErc20: true }
  if (params.ofAsset) return { as: 'amount', amount, token, all, ofAsset: true }
  return { as: 'amount', amount, token: native.includes(token) ? null : token, all }
}

function networkName(id: bigint): string {
  const chain = CHAINS.find((one) => BigInt(CHAIN_IDS[one]) === id)
  return chain === undefined ? String(id) : NETWORKS[chain].name
}

function dateOf(seconds: bigint, plain: DisplayValue): DisplayValue {
  if (seconds < 0n) return plain
  if (seconds > LAST_DAY) return { as: 'text', text: 'never' }
  const [day, time = ''] = new Date(Number(seconds) * 1000).toISOString().split('T')
  return { as: 'text', text: `${day} ${time.slice(0, time.startsWith(':00', 5) ? 5 : 8)} UTC` }
}

/** `02:17:30`, hours without bound, as ERC-7730 writes durations. */
function durationOf(seconds: bigint): string {
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function unitOf(value: bigint, { base = '', decimals = 0, prefix = false }: NonNullable<ClearField['params']>): string {
  let places = Number(decimals)
  if (!Number.isInteger(places) || places < 0 || places > 77) return String(value)
  let scale = 0
  const whole = String(value).length - places
  while (prefix && scale < PREFIXES.length - 1 && whole - scale * 3 > 3) scale++
  places += scale * 3
  return `${formatUnits(value, places)}${PREFIXES[scale]}${visibleText(base, 16)}`
}

function numberOf({ type, value }: TypedArgument): bigint | null {
  if (type.kind === 'uint' || type.kind === 'int') return value as bigint
  const hex = type.kind === 'bytes' || type.kind === 'fixedBytes' ? (value as Hex) : '0x'
  return hex.length > 2 && hex.length <= 66 ? BigInt(hex) : null
}

/** An address, also where it lies in the last 20 bytes of a word; null where there is none. */
export function addressOf(argument: TypedArgument | undefined): Address | null {
  if (argument === undefined) return null
  const { type, value } = argument
  if (type.kind === 'address') return value as Address
  if (type.kind === 'uint')
    return `0x${BigInt.asUintN(160, value as bigint)
      .toString(16)
      .padStart(40, '0')}`
  const hex = type.kind === 'bytes' || type.kind === 'fixedBytes' ? (value as Hex) : '0x'
  if (hex.length === 42) return hex
  return hex.length === 66 && /^0x0{24}/.test(hex) ? `0x${hex.slice(26)}` : null
}
