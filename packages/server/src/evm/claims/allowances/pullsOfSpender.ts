import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { gatherGuardedPulls } from '../../privileges/pulls/gatherGuardedPulls.ts'
import { readPayer } from '../calls/readPayer.ts'
import { isAlone } from '../payouts/payoutsToOthers.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

/** A function by which one key, or any account (null), makes a spender take the tokens of accounts that approved it. */
type SpenderPull = { selector: Hex; signature: string | null; key: Address | null }

const MAX_PULLS = 2

/** Executes the code of a contract that has an allowance with its guards lifted. `account`: the depositor, whose own power is no danger. */
export async function pullsOfSpender(
  sources: ClaimSources,
  { block, spender, account }: { block: PinnedBlock; spender: Address; account: Address },
  signal: AbortSignal,
): Promise<SpenderPull[]> {
  const payer = await readPayer(sources, block, spender, signal)
  if (payer === null) return []
  const { bytecode } = payer
  const { pulls } = await gatherGuardedPulls(sources.chain, { block, address: spender, bytecode }, signal)
  return pulls
    .filter(({ right }) => right === undefined)
    .filter((one) => one.guards.every(({ by, holder }) => holder !== account && by !== 'secret') && isAlone(one))
    .map(({ selector, signature, guards }) => ({ selector, signature, key: guards[0]?.holder ?? null }))
    .slice(0, MAX_PULLS)
}
