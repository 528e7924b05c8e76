import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { stageBundle } from '../simulation/bundle/stageBundle.ts'
import { gainsIn } from '../simulation/gainsIn.ts'
import type { CallOutcome, Sequence, Simulator } from '../simulation/simulator.ts'

const DAY = 86_400n
const GAS = 6_000_000n
const COINS = 10n ** 21n
/** Days after which the call is made, by way. The first way starts at once. */
const NOW = [0n, 30n, 400n]
const LATER = [[400n], [30n, 400n]]

/**
 * Makes one call of one sender now, after 30 and after 400 days, and beside it only later, on states that differ in nothing else.
 * @returns the sums that each way brings the principals of the assets, in their order; null where the engine gave no answer.
 */
export async function delayClaim(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  {
    block,
    transaction,
    principals,
    assets,
  }: {
    block: PinnedBlock
    transaction: Transaction
    principals: readonly Address[]
    assets: readonly (Address | null)[]
  },
  signal: AbortSignal,
): Promise<{ now: bigint[]; later: { days: number[]; sums: bigint[] }[] } | null> {
  const staged = await stageBundle(chain, { block, transaction, signal })
  const { from, to, value, data } = staged.transaction
  const own = staged.stateOverrides[from]
  const held = own?.balance ?? (await chain.balance(block, from, signal))
  const call: Transaction = { from, to, value, data, gas: GAS }
  const walk = (days: readonly bigint[]): Sequence => ({
    // The first block follows the pinned one at once, as the scanned transaction does.
    blocks: (days[0] === 0n ? days : [0n, ...days]).map((day, at, all) => ({
      calls: days.includes(day) ? [call] : [],
      ...(at > 0 && { seconds: (day - (all[at - 1] ?? 0n)) * DAY }),
    })),
    stateOverrides: { ...staged.stateOverrides, [from]: { ...own, balance: held + COINS } },
  })
  const ways = [NOW, ...LATER]
  const outcomes = await simulator.simulateSequences({ block, sequences: ways.map(walk), signal, transfers: true })
  const sums = outcomes.map((calls) => calls && assets.map((asset) => sumOf(calls, asset, principals)))
  const [now, ...later] = sums
  if (!now || outcomes[0]?.[0]?.success !== true) return null
  return {
    now,
    later: later.flatMap((one, at) => (one ? [{ days: (LATER[at] ?? []).map(Number), sums: one }] : [])),
  }
}

function sumOf(calls: readonly CallOutcome[], asset: Address | null, principals: readonly Address[]): bigint {
  return calls.reduce((sum, { success, logs }) => (success ? sum + gainsIn(logs, asset, principals) : sum), 0n)
}
