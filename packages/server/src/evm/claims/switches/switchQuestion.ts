import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { addressAt } from '../../decode/callData.ts'
import type { WorkLimit } from '../../simulation/countWork.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import type { CallerLookup } from '../callers/callerLookup.ts'
import type { Best, claimRuns, Watched } from '../runs/claimRuns.ts'

/** Parts of a deposit, so that assets of different decimals compare. */
const SHARES = 1_000_000n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A withdrawal that pays, before which privileged calls are made. */
export type SwitchQuestion = {
  block: PinnedBlock
  account: Address
  held: bigint
  runs: ReturnType<typeof claimRuns>
  watched: readonly Watched[]
  /** Accounts that hold what left. */
  takers: readonly Address[]
  simulation: Simulation
  paid: Best
  contract: Address
  /** Code that runs in the contract's place; absent: its own, or its proxy's. */
  running?: Address
  /** Whether calls that any account can make count, where they pay an account without code. */
  byAnyone?: boolean
  /** Ids in the deposit's own call, or that it returned or logged. */
  ids: readonly bigint[]
  /** Accounts that the deposit's call data names. */
  named: readonly Address[]
  /** Calls of the owner that may pay. */
  exits: readonly Transaction[]
  /** Whether so much left that every way of taking it is tried. */
  isLarge: boolean
  callersOf: CallerLookup
  work: WorkLimit
}

/** What an account gained by calls, of what the deposit is kept in. */
export type SwitchTake = NonNullable<ClaimSwitch['takes']>

type Places = Pick<SwitchQuestion, 'account' | 'watched' | 'takers' | 'contract'>

/** The most that one account gained by the calls, as a part of the deposit. */
export function takenBy(question: Places, outcomes: readonly CallOutcome[]): ClaimSwitch['takes'] {
  return takesBy(question, outcomes)[0] ?? null
}

/** All that accounts gained by the calls, the largest part of the deposit first. */
export function takesBy(
  { account, watched, takers, contract }: Places,
  outcomes: readonly CallOutcome[],
): SwitchTake[] {
  const pots = [contract, ...takers]
  const gains = new Map<string, SwitchTake & { share: bigint }>()
  for (const { address, topics, data } of outcomes.flatMap(({ success, logs }) => (success ? logs : []))) {
    const asset = watched.find((one) => (one.asset ?? NATIVE) === address)
    const [from, to] = [addressAt(topics[1] ?? null), addressAt(topics[2] ?? null)]
    if (asset === undefined || topics[0] !== TRANSFER || from === null || to === null) continue
    if (!pots.includes(from) || pots.includes(to) || to === account) continue
    const moved = data === '0x' ? 1n : BigInt(data.slice(0, 66))
    if (moved === 0n) continue
    const amount = (gains.get(`${address} ${to}`)?.amount ?? 0n) + moved
    const share = (amount * SHARES) / (asset.amount > 0n ? asset.amount : 1n)
    gains.set(`${address} ${to}`, { asset: asset.asset, amount, receiver: to, share })
  }
  return [...gains.values()]
    .toSorted((a, b) => (a.share > b.share ? -1 : 1))
    .map(({ asset, amount, receiver }) => ({ asset, amount, receiver }))
}
