import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { chainAfter } from '../rights/chainAfter.ts'
import { countWork, createWorkLimit } from '../simulation/countWork.ts'
import { recordAccepted } from '../simulation/recordAccepted.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { createCallerLookup } from './callers/callerLookup.ts'
import type { OwnerQuestion } from './callers/privilegedActs.ts'
import { type ClaimQuestion, valuesOf, watchedOf } from './calls/claimValues.ts'
import { readPayer } from './calls/readPayer.ts'
import { withoutWallets } from './calls/withoutWallets.ts'
import { type ExitSearch, searchExits } from './exits/searchExits.ts'
import { type Best, type ClaimSources, claimRuns, type Watched } from './runs/claimRuns.ts'
import { createSearchCoverage, type SearchCoverage } from './searchCoverage.ts'

/** A deposit, with its contracts read and its withdrawals executed: what every later step of the search asks about. */
export type Deposit = {
  /** As given: `sources` reads the state after a contract was created, and counts and records its executions. */
  given: ClaimSources
  sources: ClaimSources
  block: PinnedBlock
  question: ClaimQuestion
  /** The deposit as the searches of privileged calls ask about it. */
  owned: OwnerQuestion
  runs: ReturnType<typeof claimRuns>
  search: ExitSearch
  /** The withdrawal that pays now, without a higher bid; null: none. */
  paid: Best | null
  /** Accounts that gained what left. */
  takers: readonly Address[]
  /** Whether so much left that what a privileged account can do with it is asked. */
  isLarge: boolean
  coverage: SearchCoverage
  /** A proxy's implementation, or the state that a withdrawal reads, is not known. */
  unreadable: boolean
  /** A contract lists none of the code that it runs. */
  unlisted: boolean
  /** Selectors of the calls that went through in any execution, by contract; `accept` adds one. */
  accepted: ReadonlyMap<Address, ReadonlySet<Hex>>
  accept(to: Address, selector: Hex): void
  /** Returns an account made up for this question. */
  fresh(name: string): Address
  signal: AbortSignal
}

/** USD, and percent of a holding, below which what a privileged account can do with it is not asked. */
const MIN_USD = 100
const MIN_PERCENT = 10n
/** Executed calls, reads of balances included. */
const MAX_CALLS = 20_000
/** Calls of each withdrawal that the searches of privileged calls make. */
const MAX_WAYS = 6

/**
 * Reads the contracts of a deposit and executes its withdrawals as the owner, on the state after the transaction.
 * @throws when state or code cannot be read.
 */
export async function searchDeposit(
  given: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  account: Address,
  signal: AbortSignal,
): Promise<Deposit> {
  const { transaction, simulation, losses } = question
  const work = createWorkLimit(MAX_CALLS)
  const isCreated = question.contracts.some((contract) => simulation.stateDiff[contract]?.code !== undefined)
  const chain = isCreated ? chainAfter(given.chain, simulation.stateDiff) : given.chain
  const accepted = new Map<Address, Set<Hex>>()
  const accept = (to: Address, selector: Hex) => {
    accepted.set(to, (accepted.get(to) ?? new Set()).add(selector))
  }
  const sources = { ...given, chain, simulator: recordAccepted(countWork(given.simulator, work.add), accept) }
  const fresh = (name: string) => freshAccount(block.hash, account, name)
  const stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
  const [read, balance] = await Promise.all([
    Promise.all(question.contracts.map((address) => readPayer(sources, block, address, signal, simulation.trace))),
    sources.chain.balance(block, account, signal),
  ])
  const held = simulation.stateDiff[account]?.balance?.after ?? balance
  const watched = losses.map((loss): Watched => watchedOf(loss, block))
  const runs = claimRuns({ simulation, watched, stand })
  const values = valuesOf(question, account)
  const contracts = read.flatMap((payer) => payer ?? [])
  const payers = await withoutWallets(sources, block, contracts, signal)
  const searched = { account, held, payers, values, watched, runs, stand, work }
  const search = await searchExits(sources, block, question, searched, signal)
  const { best, whenOutbid, looked, starters } = search
  const unreadable = search.unreadable || payers.some((payer) => payer.unreadable === true)
  const unlisted = payers.some((payer) => payer.unlisted === true)
  const exits = looked.flatMap(({ calls }) => calls.slice(0, MAX_WAYS))
  const callersOf = createCallerLookup()
  return {
    given,
    sources,
    block,
    question,
    owned: {
      block,
      account,
      held,
      transaction,
      simulation,
      losses,
      watched,
      stand,
      payers,
      values,
      exits,
      starters,
      whenOutbid,
      callersOf,
      work,
    },
    runs,
    search,
    paid: best.call === null || whenOutbid ? null : best,
    takers: [...new Set(losses.flatMap((loss) => loss.takers))],
    isLarge: losses.some(isLargeLoss),
    coverage: createSearchCoverage(search.complete && !unreadable && !unlisted, signal),
    unreadable,
    unlisted,
    accepted,
    accept,
    fresh,
    signal,
  }
}

function isLargeLoss({ usd, before, amount }: Loss): boolean {
  return usd === null || usd >= MIN_USD || before === null || amount * 100n >= before * MIN_PERCENT
}
