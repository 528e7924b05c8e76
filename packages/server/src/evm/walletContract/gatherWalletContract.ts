import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { readSafe } from './readSafe.ts'
import { readSmartAccount } from './readSmartAccount.ts'

/**
 * What a contract account is made of. Its code has proved what it is (`account.kind`), so its answers are believed; a proxy
 * or a clone of anything else is a plain contract, whatever it says. Null for what has no code of its own but a key, and for
 * precompiles. A few reads that leave together; pages of modules follow.
 * @param accountOf the facts of the delegate of an EIP-7702 account.
 * @throws when the network fails, or a Safe gives no answer to what every Safe answers.
 */
export async function gatherWalletContract(
  { chain, accountOf }: { chain: ChainSource; accountOf(address: Address): Promise<Account> },
  { block, account }: { block: PinnedBlock; account: Account },
  signal: AbortSignal,
): Promise<WalletContract | null> {
  const { address, kind } = account
  if (account.class === 'delegated-eoa' && account.delegate !== null)
    return { type: 'delegated', delegate: await accountOf(account.delegate) }
  if (account.class !== 'contract') return null
  if (kind?.type === 'safe') return readSafe(chain, { block, address, version: kind.version }, signal)
  if (kind?.type === 'smart-account') return readSmartAccount(chain, { block, address, ...kind }, signal)
  return { type: 'contract' }
}
