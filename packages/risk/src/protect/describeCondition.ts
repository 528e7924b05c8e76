import { formatUnits, getAddress } from 'viem/utils'
import type { Address } from '../address.ts'
import { type Condition, MAX_WORD } from './condition.ts'

/** Symbol and decimals of an asset; null where they are not known. `asset` null: the coin. */
export type AssetName = (asset: Address | null) => { symbol: string; decimals: number } | null

/** Returns the bound in one sentence. */
export function describeCondition(condition: Condition, nameOf: AssetName): string {
  const { kind, target, account, other, id, min, max } = condition
  const of = getAddress(account)
  const by = getAddress(other)
  const at = getAddress(target)
  const amount = (value: bigint, asset: Address | null) => {
    const name = nameOf(asset)
    return name === null ? `${value} base units of ${at}` : `${formatUnits(value, name.decimals)} ${name.symbol}`
  }
  const token = nameOf(target)?.symbol ?? at
  switch (kind) {
    case 'native-balance':
      return `${of} keeps at least ${amount(min, null)}.`
    case 'token-balance':
      return `${of} keeps at least ${amount(min, target)}.`
    case 'item-balance':
      return `${of} keeps at least ${min} of item ${id} of ${at}.`
    case 'item-owner':
      return `The owner of item ${id} of ${at} is ${addressOf(min)}.`
    case 'allowance':
      return `${by} can spend at most ${max === MAX_WORD ? 'any amount' : amount(max, target)} of ${of}.`
    case 'operator':
      return `${by} is ${max === 0n ? 'no' : 'an'} operator for the items of ${token} that ${of} holds.`
    case 'item-approval':
      return `The account approved for item ${id} of ${at} is ${min === 0n ? 'none' : addressOf(min)}.`
    case 'permit2-amount':
      return `By Permit2, ${by} can spend at most ${max} base units of ${addressOf(id)} of ${of}.`
    case 'permit2-expiry':
      return `By Permit2, the permission of ${by} for ${addressOf(id)} of ${of} ends at ${max} (Unix seconds) or earlier.`
    case 'code-hash':
      return min === 0n ? `${of} has no code.` : `The code of ${of}, or its delegation (EIP-7702), is the same.`
    case 'implementation':
      return `The implementation of ${at} is ${addressOf(min)}.`
    case 'owner':
      return `The owner of ${at} is ${addressOf(min)}.`
    case 'safe-owners':
      return `The owners of the Safe ${at} are as simulated.`
    case 'safe-threshold':
      return `The threshold of the Safe ${at} is ${min}.`
    case 'safe-modules':
      return `The modules of the Safe ${at} are as simulated.`
    case 'safe-slot':
      return `The ${id === 0n ? 'singleton' : 'guard or fallback handler'} of the Safe ${at} is ${addressOf(min)}.`
    case 'safe-nonce':
      return `The nonce of the Safe ${at} is ${min}: exactly this transaction was executed.`
    case 'entry-point-nonce':
      return `The nonce of ${of} at the entry point ${at} is ${min}: exactly this operation was executed.`
  }
}

function addressOf(word: bigint): string {
  return word >> 160n === 0n ? getAddress(`0x${word.toString(16).padStart(40, '0')}`) : `0x${word.toString(16)}`
}
