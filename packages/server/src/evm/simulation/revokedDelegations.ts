import { setImmediate } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { ChainSource } from '../rpc/chainSource.ts'
import { isSigned } from './engine/engineTransaction.ts'
import type { SimulationRequest } from './simulator.ts'

/** An account that may lose its EIP-7702 delegation by a signed authorisation, and its code before. */
export type RevokedDelegation = { authority: Address; before: Hex }

/** A recovery takes more than a millisecond; a wallet revokes one delegation at a time. */
const MAX = 16

/**
 * Finds revoked delegations: a signed authorisation of the zero address clears its authority's code (EIP-7702). Only the first 16
 * are read.
 */
export async function revokedDelegations(
  { block, transaction, signal }: SimulationRequest,
  source: ChainSource,
): Promise<RevokedDelegation[]> {
  const clearing = (transaction.authorizationList ?? [])
    .filter((authorization) => isSigned(authorization) && /^0x0{40}$/.test(authorization.address))
    .slice(0, MAX)
  const authorities = new Set<Address>()
  for (const [index, authorization] of clearing.entries()) {
    // Yields to other work: the recovery blocks the thread.
    if (index > 0) await setImmediate()
    signal.throwIfAborted()
    const authority = await authorityOf(authorization)
    if (authority !== null) authorities.add(authority)
  }
  return Promise.all(
    [...authorities].map(async (authority) => ({ authority, before: await source.code(block, authority, signal) })),
  )
}

/** Returns the authority; null for an invalid signature: the protocol skips such a tuple and continues with the others. */
async function authorityOf(
  authorization: NonNullable<Transaction['authorizationList']>[number],
): Promise<Address | null> {
  const { chainId, address, nonce, r = '0x', s = '0x', yParity = 0 } = authorization
  try {
    const signed = { chainId, address, nonce: Number(nonce), r, s, yParity }
    return (await recoverAuthorizationAddress({ authorization: signed })).toLowerCase() as Address
  } catch {
    return null
  }
}

/** Adds cleared code to a diff, in place: the engine's diff leaves it out. */
export function addRevoked(diff: StateDiff, revoked: readonly RevokedDelegation[]): StateDiff {
  for (const { authority, before } of revoked) {
    const account = diff[authority]
    // The nonce of an authority rises only when its authorisation was valid.
    if (account?.nonce && !account.code && before !== '0x') account.code = { before, after: '0x' }
  }
  return diff
}
