import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { RightStandard } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem/utils'
import { addressAt, type Read, wordAt } from '../decode/callData.ts'
import { ZERO_ADDRESS } from '../decode/emittedLogs.ts'

import type { RightPlace, SafeLists } from './rightPlace.ts'

export type SafePart = Extract<RightStandard, `safe-${string}`>
type Safe = Extract<WalletContract, { type: 'safe' }>

const ABI = parseAbi([
  'function isModuleEnabled(address module) view returns (bool)',
  'function getStorageAt(uint256 offset, uint256 length) view returns (bytes)',
  'function disableModule(address prevModule, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function isOwner(address owner) view returns (bool)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
])

/** Parts that stand in a linked list. */
type Listed = 'safe-module' | 'safe-owner'

/** Start of a Safe's linked lists. */
const SENTINEL: Address = `0x${'1'.padStart(40, '0')}`

/** Slots as Safe's source names them, and the calls that empty them. */
const SLOTS = {
  'safe-guard': { name: 'guard_manager.guard.address', method: 'setGuard' },
  'safe-module-guard': { name: 'module_manager.module_guard.address', method: 'setModuleGuard' },
  'safe-fallback-handler': { name: 'fallback_manager.handler.address', method: 'setFallbackHandler' },
} as const satisfies Record<Exclude<SafePart, Listed>, { name: string; method: RevocationMethod }>

/** Whether the right is a part of a Safe. */
export function isSafePart(standard: string): standard is SafePart {
  return standard === 'safe-module' || standard === 'safe-owner' || standard in SLOTS
}

/**
 * Who and what may act for a Safe beside others. Modules stand in the order in which they can be disabled one after the other: each names the
 * one before it in the Safe's list, so the last comes first.
 */
export function partsOfSafe(safe: Address, parts: Safe): RightPlace[] {
  const { modules, owners, guard, moduleGuard, fallbackHandler } = parts
  const part = (standard: SafePart, holder: Address | null): RightPlace[] =>
    holder === null ? [] : [{ standard, keeper: safe, holder, id: null }]
  return [
    ...modules.toReversed().flatMap((module) => part('safe-module', module)),
    ...part('safe-guard', guard),
    ...part('safe-module-guard', moduleGuard),
    ...part('safe-fallback-handler', fallbackHandler),
    ...owners.toReversed().flatMap((owner) => part('safe-owner', owner)),
  ]
}

/** The read that tells whether the part is still one. Slots are read by Safe 1.3.0 and later only. */
export function readOfPart(standard: SafePart, { keeper, holder }: { keeper: Address; holder: Address }): Read {
  if (standard === 'safe-module')
    return { to: keeper, data: encodeFunctionData({ abi: ABI, functionName: 'isModuleEnabled', args: [holder] }) }
  if (standard === 'safe-owner')
    return { to: keeper, data: encodeFunctionData({ abi: ABI, functionName: 'isOwner', args: [holder] }) }
  const slot = BigInt(keccak256(stringToHex(SLOTS[standard].name)))
  return { to: keeper, data: encodeFunctionData({ abi: ABI, functionName: 'getStorageAt', args: [slot, 1n] }), max: 96 }
}

/** 1 when the part is still one, 0 when it is not; null: no answer of a Safe. */
export function stateOfPart(standard: SafePart, answer: Hex | null, holder: Address): bigint | null {
  if (standard === 'safe-module' || standard === 'safe-owner') {
    const word = wordAt(answer)
    return word === null || word > 1n ? null : word
  }
  // Bytes: offset, length, content.
  const stored = addressAt(answer, 2)
  return stored === null ? null : stored === holder ? 1n : 0n
}

/**
 * The call that the Safe makes to itself to get rid of the part; null: it is not known where it stands in its list, or it is the only owner. Of
 * owners that are fewer than had to sign, all have to.
 */
export function endOfPart(
  standard: SafePart,
  holder: Address,
  { modules, owners, threshold }: SafeLists,
): { method: RevocationMethod; data: Hex } | null {
  if (standard === 'safe-owner') {
    const at = owners.indexOf(holder)
    if (at < 0 || owners.length < 2) return null
    const left = withoutOwner({ modules, owners, threshold }, holder).threshold
    const args = [owners[at - 1] ?? SENTINEL, holder, BigInt(left)] as const
    return { method: 'removeOwner', data: encodeFunctionData({ abi: ABI, functionName: 'removeOwner', args }) }
  }
  if (standard !== 'safe-module') {
    const { method } = SLOTS[standard]
    return { method, data: encodeFunctionData({ abi: ABI, functionName: method, args: [ZERO_ADDRESS] }) }
  }
  const at = modules.indexOf(holder)
  if (at < 0) return null
  const before = modules[at - 1] ?? SENTINEL
  const data = encodeFunctionData({ abi: ABI, functionName: 'disableModule', args: [before, holder] })
  return { method: 'disableModule', data }
}

/** The lists once the owner is out of them: where fewer are left than have to sign, all have to. The last one stays. */
export function withoutOwner(lists: SafeLists, owner: Address): SafeLists {
  const owners = lists.owners.filter((one) => one !== owner)
  if (owners.length === 0) return lists
  return { ...lists, owners, threshold: Math.max(1, Math.min(lists.threshold, owners.length)) }
}
