import { recoverAuthorizationAddress } from 'viem/utils'
import type { Address, Hex, StateDiff } from '../../risk/facts.ts'
import type { ChainSource } from '../chain/chainSource.ts'
import { isSigned } from './engineTransaction.ts'
import type { SimulationRequest } from './simulator.ts'

/** An account that may lose its EIP-7702 delegation by a signed authorisation, and its code before. */
export type RevokedDelegation = { authority: Address; before: Hex }

/** A signed authorisation of the zero address clears its authority's code (EIP-7702). */
export function revokedDelegations(
  { block, transaction, signal }: SimulationRequest,
  source: ChainSource,
): Promise<RevokedDelegation[]> {
  const clearing = (transaction.authorizationList ?? []).filter(
    (authorization) => isSigned(authorization) && /^0x0{40}$/.test(authorization.address),
  )
  return Promise.all(
    clearing.map(async ({ chainId, address, nonce, r = '0x', s = '0x', yParity = 0 }) => {
      const authorization = { chainId, address, nonce: Number(nonce), r, s, yParity }
      const recovered = await recoverAuthorizationAddress({ authorization })
      const authority = recovered.toLowerCase() as Address
      return { authority, before: await source.code(block, authority, signal) }
    }),
  )
}

/** Puts cleared code into a diff, in place: the engine's leaves it out. */
export function addRevoked(diff: StateDiff, revoked: readonly RevokedDelegation[]): StateDiff {
  for (const { authority, before } of revoked) {
    const account = diff[authority]
    // The nonce of an authority rises only when its authorisation was valid.
    if (account?.nonce && !account.code && before !== '0x') account.code = { before, after: '0x' }
  }
  return diff
}
