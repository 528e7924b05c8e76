import type { Address } from '@redoubt/risk/address.ts'
import type { AccountKind, Label } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import type { CodeTraits } from './codeTraits.ts'
import { mixerOf } from './mixerOf.ts'
import { poolOf } from './poolOf.ts'

/**
 * What the chain itself shows a contract to be: nothing is asked of code that could not answer. All questions of an account
 * leave in one tick; only a pool that CREATE2 does not prove costs one more trip.
 */
export async function onchainLabels(
  chain: ChainSource,
  { block, address, traits }: { block: PinnedBlock; address: Address; traits: CodeTraits },
  signal: AbortSignal,
): Promise<Label[]> {
  const found = await Promise.all([
    traits.pool ? poolOf(chain, { block, address }, signal) : null,
    traits.mixer ? mixerOf(chain, { block, address }, signal) : null,
  ])
  return found.filter((label) => label !== null)
}

/** Returns the label of a genuine Safe: a wallet of several people, whose owners are not named. */
export function walletLabels(kind: AccountKind | null): Label[] {
  if (kind?.type !== 'safe') return []
  return [
    {
      name: `Safe ${kind.version} wallet`,
      category: 'multisig',
      source: 'on chain: Safe proxy code with a Safe singleton in slot 0',
      confidence: 'high',
    },
  ]
}
