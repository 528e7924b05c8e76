import type { LookalikeParty } from '@redoubt/risk/facts/lookalikes.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Pairs whose deployers are looked up: chance makes none, and an attack needs one. */
const MAX_PAIRS = 4

type DeployerSource = Pick<TransactionSources, 'deployerOf'>

/**
 * Leaves out pairs of contracts that one account deployed: deployers choose digits, and an attacker cannot deploy as another account.
 * The account must have sent both creations: any account may use the same factory.
 */
export async function withoutSiblings(
  { deployerOf }: DeployerSource,
  block: PinnedBlock,
  found: readonly LookalikeParty[],
  signal: AbortSignal,
): Promise<LookalikeParty[]> {
  const siblings = await Promise.all(
    found.slice(0, MAX_PAIRS).map(async ({ address, similarTo }) => {
      if (deployerOf === undefined) return false
      const [one, other] = await Promise.all([deployerOf(block, address, signal), deployerOf(block, similarTo, signal)])
      return one !== null && one === other
    }),
  )
  return found.filter((_, at) => siblings[at] !== true)
}
