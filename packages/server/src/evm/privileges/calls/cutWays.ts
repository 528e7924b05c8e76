import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { argumentTypes, type PlannedCall } from './argumentPlan.ts'

/** A selector that no function has. A stranger calls it once a call named code of ours: a contract with parts (ERC-2535) then runs that code. */
const UNKNOWN_SELECTOR: Hex = '0x01020305'
/** diamondCut of ERC-2535, whose list of tuples no recovery from code tells. */
export const DIAMOND_CUT = '0x1f931c1c'
const OF_DIAMOND_CUT = '(address,uint8,bytes4[])[],address,bytes'
const MAX_ARGUMENTS = 12
/** Groups of the ways: a new part, and one in the place of another. */
const ADDED = 'part'
const REPLACED = 'replaced part'
const ZERO: Address = `0x${'0'.repeat(40)}`

type Parameter = { type: string; components?: readonly Parameter[] }

/**
 * Ways to give a contract a part of ours: the first account of the call is our code, and its selectors name one that no function has, or one of the
 * contract’s in whose place the part comes. All else is nothing, so that no initialiser runs. None for functions without selectors.
 */
export function cutWays(
  { selector, signature, arguments: recovered }: Pick<ContractFunction, 'selector' | 'signature' | 'arguments'>,
  { part, own }: { part: Address; own: Hex | null },
): PlannedCall[] {
  const told = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const text = selector === DIAMOND_CUT ? OF_DIAMOND_CUT : told
  const types = argumentTypes(text)
  if (!/\bbytes4\b/.test(text) || !/\baddress\b/.test(text) || types.length > MAX_ARGUMENTS) return []
  return [wayOf(ADDED, UNKNOWN_SELECTOR), ...(own === null ? [] : [wayOf(REPLACED, own)])].flat()

  function wayOf(group: string, named: Hex): PlannedCall[] {
    let isNamed = false
    try {
      const parameters = parseAbiParameters(types.join(',')) as readonly Parameter[]
      const filled = parameters.map(fill)
      const data: Hex = `${selector}${encodeAbiParameters(parameters as never, filled as never).slice(2)}`
      return [{ data, args: filled.map(textOf), value: 0n, number: null, group, names: false, flag: null }]
    } catch {
      // A type that the recovery invented.
      return []
    }

    function fill({ type, components = [] }: Parameter): unknown {
      const list = /^(.*)\[(\d*)\]$/.exec(type)
      if (list !== null) {
        const item = { type: list[1] ?? '', components }
        return Array.from({ length: Number(list[2] || 1) }, () => fill(item))
      }
      if (type === 'tuple') return components.map(fill)
      if (type === 'bytes4') return named
      if (type === 'address') {
        const account = isNamed ? ZERO : part
        isNamed = true
        return account
      }
      if (type === 'bool') return true
      // ERC-2535: 0 adds, and 1 replaces.
      if (/^u?int/.test(type)) return group === REPLACED ? 1n : 0n
      const bytes = /^bytes(\d+)$/.exec(type)?.[1]
      return bytes === undefined ? (type === 'string' ? '' : '0x') : `0x${'00'.repeat(Number(bytes))}`
    }
  }
}

/** Whether a way gives the contract code of ours as a part. */
export function isPartWay({ group }: Pick<PlannedCall, 'group'>): boolean {
  return group === ADDED || group === REPLACED
}

/** Returns the selector by which a stranger calls the part that a call names. */
export function partSelector({ group, args }: Pick<PlannedCall, 'group' | 'args'>): Hex {
  const named = group === REPLACED ? /0x[0-9a-f]{8}(?![0-9a-f])/.exec(args.join(' '))?.[0] : undefined
  return (named as Hex | undefined) ?? UNKNOWN_SELECTOR
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(', ')}]` : String(value)
}
