import { getContractAddress } from 'viem/utils'
import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'

/** Wallets queue a few transactions. */
const MAX_QUEUED = 16n

/** Contracts that transactions of the sender before this one will create: nothing is in them yet. */
export function waitingContracts(
  { address, nonce: next }: Pick<Account, 'address' | 'nonce'>,
  nonce: bigint | undefined,
): Address[] {
  if (nonce === undefined || nonce <= next || nonce - next > MAX_QUEUED) return []
  return Array.from(
    { length: Number(nonce - next) },
    (_, at) => getContractAddress({ from: address, nonce: next + BigInt(at) }).toLowerCase() as Address,
  )
}
