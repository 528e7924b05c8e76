import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ClaimSources, claimRuns } from './claimRuns.ts'
import { countersIn } from './claimValues.ts'
import { type OwnerQuestion, uniqueCalls } from './privilegedActs.ts'

const MAX_EXITS = 16
const MAX_IDS = 2
/** Digits of a call with one argument. */
const ONE_ARGUMENT = 74
/** A word between these is an account: in its place an id would name another account to be paid. */
const MIN_ACCOUNT = 1n << 120n
const MAX_ACCOUNT = 1n << 160n

/** Returns ids that a request makes, also those that it only counts. */
export async function idsMadeBy(
  sources: Pick<ClaimSources, 'simulator'>,
  { block, account, held, losses }: OwnerQuestion,
  { starter, after }: { starter: Transaction; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<bigint[]> {
  const { stateOverrides } = after.sequenceOf(account, held, { blocks: [{ calls: [starter] }] })
  const [step] = await sources.simulator.simulateSteps({
    block,
    transactions: [starter],
    ...(stateOverrides && { stateOverrides }),
    signal,
  })
  if (step?.success !== true) return []
  return countersIn(
    step.stateDiff,
    losses.flatMap(({ takers }) => takers),
  )
}

/** Returns withdrawals of one argument about these ids, then the withdrawals as they are. */
export function exitsWithIds(exits: readonly Transaction[], ids: readonly bigint[]): Transaction[] {
  const numbered = exits
    .filter(({ data }) => data.length === ONE_ARGUMENT && !isAccount(BigInt(`0x${data.slice(10)}`)))
    .flatMap((one) =>
      ids.slice(0, MAX_IDS).map((id) => {
        const data: Hex = `0x${one.data.slice(2, 10)}${id.toString(16).padStart(64, '0')}`
        return { ...one, data }
      }),
    )
  return uniqueCalls([...numbered.slice(0, MAX_EXITS), ...exits.slice(0, MAX_EXITS)])
}

function isAccount(word: bigint): boolean {
  return word >= MIN_ACCOUNT && word < MAX_ACCOUNT
}
