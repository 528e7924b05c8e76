import { setImmediate } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { WatchedAuthorization, WatchedBlock } from '../ports.ts'
import type { DelegationActivity } from './activity.ts'
import type { WatchedSet } from './watchedSet.ts'

/** Ethereum and Polygon pay for no more in a block. Each costs milliseconds. */
const MAX_RECOVERED = 2_500
const NOBODY: Address = `0x${'0'.repeat(40)}`

/**
 * Returns the authorisations of a block (EIP-7702) that addresses of the set signed for this network: each lets a delegate's
 * code run as the account, or ends that. Only the signature names the signer; any account may send the transaction. Whether
 * they were applied is not known here.
 */
export async function delegationsOf(
  { chain, transactions }: Pick<WatchedBlock, 'chain' | 'transactions'>,
  watched: WatchedSet,
): Promise<DelegationActivity[]> {
  const found: DelegationActivity[] = []
  let recovered = 0
  for (const { hash, from, authorizations = [] } of transactions)
    for (const [index, authorization] of authorizations.entries()) {
      const { chainId, address, nonce } = authorization
      if (![0n, BigInt(CHAIN_IDS[chain])].includes(chainId)) continue
      if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) continue
      if (++recovered > MAX_RECOVERED) return found
      const wallet = await signerOf(authorization)
      await setImmediate()
      if (wallet === null || !watched.has(wallet, 2, chain)) continue
      found.push({
        kind: 'delegation',
        wallet,
        delegate: address === NOBODY ? null : address,
        nonce,
        hash,
        logIndex: null,
        position: `delegation${index}`,
        initiator: from,
        claimed: false,
      })
    }
  return found
}

/** Null: it is no signature, and the network passes it over too. */
async function signerOf({ chainId, address, nonce, ...signature }: WatchedAuthorization): Promise<Address | null> {
  try {
    const authorization = { chainId: Number(chainId), address, nonce: Number(nonce), ...signature }
    return (await recoverAuthorizationAddress({ authorization })).toLowerCase() as Address
  } catch {
    return null
  }
}
