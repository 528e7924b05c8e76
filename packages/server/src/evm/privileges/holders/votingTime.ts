import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { ASK, ask, askAddress } from '../../bytecode/proxy/askAddress.ts'
import { wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'

/** What states how long a vote takes: in the unit of its clock (OpenZeppelin, Compound), or in seconds (Aragon). */
export const VOTING_PERIODS: readonly Hex[] = [ASK.votingPeriod, ASK.minDuration, ASK.voteTime]
/** How many votes a proposal needs; each of them answers a number. */
const QUORUMS: readonly Hex[] = [ASK.quorumVotes, ASK.minAcceptQuorumPct, ASK.minParticipation]
/** `timestamp` in an answer of CLOCK_MODE() (EIP-6372). */
const IN_SECONDS = '74696d657374616d70'
const DAY = 86_400n
const MAX_PERIOD = 365n * DAY

/** A vote: seconds from a proposal to its end, and of the timelock behind it. `period`: in the unit of the contract. */
type VotingTime = { seconds: bigint; period: bigint; unit: (count: bigint) => bigint }

/**
 * How long a governor takes from a proposal to its execution, as it states it: its voting delay and period, and the delay of its timelock. Null
 * where it does not answer with a period and a quorum.
 */
export async function votingTime(
  { chain, block, signal }: { chain: ChainSource; block: PinnedBlock; signal: AbortSignal },
  governor: Address,
): Promise<VotingTime | null> {
  const put = (to: Address, data: Hex) => ask(chain, { block, to, data }, signal)
  const before = (value: bigint): Hex => `${ASK.quorumOfBlock}${(value - 1n).toString(16).padStart(64, '0')}`
  const [periods, quorums, delay, clock, timelock] = await Promise.all([
    Promise.all(VOTING_PERIODS.map((question) => put(governor, question))),
    Promise.all(
      [...QUORUMS, before(block.number), before(BigInt(block.timestamp))].map((question) => put(governor, question)),
    ),
    put(governor, ASK.votingDelay),
    put(governor, ASK.clockMode),
    askAddress(chain, { block, to: governor, question: 'timelock' }, signal),
  ])
  const numbers = periods.map((answer) => (answer?.length === 66 ? wordAt(answer) : null))
  const at = numbers.findIndex((number) => number !== null)
  const period = numbers[at] ?? null
  const hasQuorum = quorums.some((answer) => answer?.length === 66)
  if (period === null || !hasQuorum) return null
  const isClocked = at === 0 && clock?.includes(IN_SECONDS) !== true
  const unit = (count: bigint) => (isClocked ? (count * DAY) / NETWORKS[chain.chain].blocks.inADay : count)
  if (unit(period) > MAX_PERIOD) return null
  const waits = timelock === null ? [] : await Promise.all([put(timelock, ASK.getMinDelay), put(timelock, ASK.delay)])
  const behind = wordAt(waits.find((answer) => answer?.length === 66) ?? null) ?? 0n
  const first = wordAt(delay) ?? 0n
  return {
    seconds: unit(period) + [unit(first), behind].reduce((sum, one) => (one > MAX_PERIOD ? sum : sum + one), 0n),
    period,
    unit,
  }
}
