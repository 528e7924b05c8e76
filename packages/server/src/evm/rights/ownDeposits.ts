import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { exitCalls, exitFunctions } from '../claims/calls/exitCalls.ts'
import { overridesOf } from '../decode/readState.ts'
import type { Simulator } from '../simulation/simulator.ts'
import type { Site } from './readSite.ts'
import { callAs } from './takeCalls.ts'

const MAX_EXITS = 10
const MAX_READ = 6
const MAX_DEPOSITS = 2
const CONCURRENT = 3
/** Smaller words are flags and counters; a tenth of a dollar in tokens of six decimals. */
const MIN_AMOUNT = 100_000n
/** Seconds around the block within which a word is a time. */
const TIMES = 63_072_000n
const MAX_AMOUNT = 1n << 128n

/** Withdrawals by the account itself, of these amounts first. */
export function ownExits(
  { account, values, payers }: Pick<Site, 'account' | 'values' | 'payers'>,
  { amounts, ways }: { amounts: readonly bigint[]; ways: number },
): Transaction[][] {
  const asked = {
    account,
    contracts: values.tokens,
    amounts: [...new Set([...amounts, ...values.amounts])],
    ids: values.ids,
    called: null,
    caller: { address: account, payloads: [] },
  }
  return payers.map(({ address, functions }) =>
    exitFunctions(functions)
      .slice(0, MAX_EXITS)
      .flatMap((made) => exitCalls(made, asked).slice(0, ways))
      .map((data) => callAs(account, address, data)),
  )
}

/** Returns amounts that the account's own withdrawals read: a deposit may have no getter. */
export async function ownDeposits(
  simulator: Pick<Simulator, 'slotsRead'>,
  site: Pick<Site, 'account' | 'values' | 'payers'>,
  { block, simulation }: { block: PinnedBlock; simulation: Simulation },
  signal: AbortSignal,
): Promise<bigint[]> {
  const stateOverrides = overridesOf(simulation.stateDiff)
  const calls = ownExits(site, { amounts: [], ways: 3 }).flatMap((exits) => exits.slice(0, MAX_READ))
  const read = await mapConcurrent(calls, CONCURRENT, (transaction) =>
    simulator.slotsRead({ block, transaction, stateOverrides, signal }).catch((): Map<Address, Map<Hex, Hex>> => {
      signal.throwIfAborted()
      return new Map()
    }),
  )
  // Balances of the tokens themselves are read too.
  const own = site.payers.flatMap(({ address }) => read.map((accounts) => accounts.get(address)))
  const words = own.flatMap((slots) => [...(slots?.values() ?? [])])
  const isTime = (one: bigint) => one > block.timestamp - TIMES && one < block.timestamp + TIMES
  const amounts = [...new Set(words.map(BigInt))].filter((one) => one >= MIN_AMOUNT && one < MAX_AMOUNT && !isTime(one))
  return amounts.toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_DEPOSITS)
}
