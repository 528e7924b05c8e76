import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegedAct } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import type { WorkLimit } from '../../simulation/countWork.ts'
import { COIN_NAMES, type ExitValues, exitFunctions } from '../calls/exitCalls.ts'
import type { Payer } from '../calls/readPayer.ts'
import { secondsOf } from '../exits/exitSchedule.ts'
import type { ClaimSources, claimRuns, Stand, Walk, WalkOutcome, Watched } from '../runs/claimRuns.ts'
import type { CallerLookup } from './callerLookup.ts'
import { type PrivilegedCaller, privilegedCallers } from './privilegedCallers.ts'

export type OwnerQuestion = {
  block: PinnedBlock
  account: Address
  held: bigint
  transaction: Transaction
  simulation: Simulation
  losses: readonly Loss[]
  watched: readonly Watched[]
  stand: Stand
  payers: readonly Payer[]
  values: ExitValues
  /** Calls of the owner that may pay, and requests that may come before them. */
  exits: readonly Transaction[]
  starters: readonly Transaction[]
  /** The withdrawal waits for a higher bid: a call that takes the deposit may give the item for it. */
  whenOutbid: boolean
  callersOf: CallerLookup
  work: WorkLimit
}

/** One function, as one privileged account may call it. */
export type Act = {
  caller: PrivilegedCaller
  /** Accounts that the contract names: what it pays to others, its users get. */
  named: readonly Address[]
  payer: Payer
  made: ContractFunction
  calls: readonly Transaction[]
  /** What the contract has of each asset after the transaction. */
  pots: readonly { asset: Address | null; amount: bigint }[]
}

const MAX_PAYERS = 2
const MAX_FUNCTIONS = 7
const MAX_WAYS = 6
const CHUNK = 8

/** Returns the plausible privileged calls on the contracts that hold what left, the restricted functions first. */
export async function privilegedActs(
  sources: ClaimSources,
  question: OwnerQuestion,
  runs: ReturnType<typeof claimRuns>,
  signal: AbortSignal,
): Promise<Act[]> {
  const { block, account, transaction, simulation, losses, watched, values } = question
  const holders = losses.flatMap(({ takers }) => takers)
  const called = [transaction, ...(transaction.calls ?? [])].map(({ data }) => data.slice(0, 10))
  const payers = question.payers.filter(({ address }) => holders.includes(address)).slice(0, MAX_PAYERS)
  return (await Promise.all(payers.map(actsOn))).flat()

  async function actsOn(payer: Payer): Promise<Act[]> {
    const next = settlingFunctions(payer, question)
    const rank = (made: ContractFunction) => Number(made.gated) + Number(next.includes(made.selector))
    const functions = exitFunctions(payer.functions)
      .filter(({ selector }) => !called.includes(selector))
      .toSorted((a, b) => rank(b) - rank(a))
      .slice(0, MAX_FUNCTIONS)
    if (functions.length === 0) return []
    const except = [account, ...holders]
    const [{ callers, named }, sums] = await Promise.all([
      privilegedCallers(sources, { block, payer, except, callersOf: question.callersOf }, signal),
      heldBy(payer.address),
    ])
    const pots = watched.map(({ asset }, at) => ({ asset, amount: sums[at] ?? 0n }))
    return callers.flatMap((caller) =>
      functions.flatMap((made): Act[] => {
        const calls = callsOf(caller, payer, made, sums)
        return calls.length === 0 ? [] : [{ caller, named, payer, made, calls, pots }]
      }),
    )
  }

  /** A number among the arguments may be an amount or an id. */
  function callsOf({ candidate }: PrivilegedCaller, payer: Payer, made: ContractFunction, sums: readonly bigint[]) {
    const tokens = [...watched.flatMap(({ asset }) => asset ?? COIN_NAMES), payer.address]
    const held = watched.map(({ asset }, at) => ({ token: asset, amount: sums[at] ?? 0n }))
    const ways = (amounts: readonly bigint[], ids: readonly bigint[]) =>
      takeCalls({ contract: payer.address, made }, candidate.address, { account, tokens, amounts, ids, held })
    return uniqueCalls([
      ...ways([...sums, ...values.amounts.slice(0, 2)], []).slice(0, MAX_WAYS),
      ...(values.ids.length > 0 ? ways([], values.ids).slice(0, MAX_WAYS) : []),
    ])
  }

  /** What the contract has of each asset after the transaction. */
  async function heldBy(contract: Address): Promise<bigint[]> {
    const sequence = runs.sequenceOf(contract, 0n, { blocks: [{ calls: [] }] })
    const [[outcome], coins] = await Promise.all([
      sources.simulator.simulateSequences({ block, sequences: [sequence], signal }),
      simulation.stateDiff[contract]?.balance?.after ?? sources.chain.balance(block, contract, signal),
    ])
    const balances = runs.held(contract, outcome ?? null)
    return watched.map(({ asset }, at) => (asset === null ? coins : (balances[at] ?? 0n)))
  }
}

/** Functions that read what the deposit or a request wrote: they may settle it, whatever stands guard before them. */
export function settlingFunctions(
  { functions }: Payer,
  { transaction, starters }: Pick<OwnerQuestion, 'transaction' | 'starters'>,
): Hex[] {
  const begun = [transaction, ...(transaction.calls ?? []), ...starters].map(({ data }) => data.slice(0, 10))
  const written = new Set(functions.filter(({ selector }) => begun.includes(selector)).flatMap(({ writes }) => writes))
  return functions
    .filter(({ selector, reads, writes }) => {
      return !begun.includes(selector) && writes.length > 0 && reads.some((slot) => written.has(slot))
    })
    .map(({ selector }) => selector)
}

/** Runs walks until the work is used up; null for what was not run. */
export async function runWalks(
  { simulator }: Pick<ClaimSources, 'simulator'>,
  { block, account, held, work }: Pick<OwnerQuestion, 'block' | 'account' | 'held' | 'work'>,
  runs: ReturnType<typeof claimRuns>,
  walks: readonly Walk[],
  signal: AbortSignal,
): Promise<(WalkOutcome | null)[]> {
  const all: (WalkOutcome | null)[] = []
  for (let at = 0; at < walks.length && !work.isOver(); at += CHUNK) {
    const chunk = walks.slice(at, at + CHUNK)
    const sequences = chunk.map((walk) => runs.sequenceOf(account, held, walk))
    const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
    all.push(...chunk.map((walk, index) => runs.read(account, walk, outcomes[index] ?? null)))
  }
  return walks.map((_, at) => all[at] ?? null)
}

/** The act as a fact, made in one block of a walk. */
export function factOf({ caller: { candidate, account }, made }: Act, { blocks }: Walk, place: number): PrivilegedAct {
  return {
    caller: candidate.address,
    by: candidate.by,
    selector: made.selector,
    signature: made.signature,
    isKey: account.account === 'eoa',
    after: Number(secondsOf(blocks.slice(0, place + 1))),
  }
}

export function uniqueCalls(calls: readonly Transaction[]): Transaction[] {
  return [...new Map(calls.map((one) => [`${one.from} ${one.to} ${one.data}`, one])).values()]
}
