import type { Address, Hex } from '@redoubt/risk/address.ts'
import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import { canPay } from '@redoubt/risk/contract/paymentFunctions.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PaymentCoverage, UnseenPayment } from '@redoubt/risk/facts/paymentCoverage.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import { cloneArguments } from '../../privileges/holders/codeAddresses.ts'
import type { Target } from '../../privileges/holders/targets.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import type { CallerLookup } from '../callers/callerLookup.ts'
import { creationOf } from '../callers/creationOf.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import { foreignRescues, type Restricted } from './foreignRescues.ts'

const MAX_UNSEEN = 4
const MAX_HOLDERS = 3
const MAX_RUNS = 40

/**
 * Counts the functions by which contracts can pay, and returns those for privileged accounts alone that went through in no execution: what
 * they do to a deposit was not seen. A rescue that pays foreign tokens alone, when executed, is seen.
 */
export async function unseenPayments(
  { chain, simulator, bytecode, verification }: ClaimSources,
  {
    block,
    simulation,
    account,
    payers,
    accepted,
    callersOf,
  }: {
    block: PinnedBlock
    simulation: Simulation
    /** The depositor, whose own powers are no risk. */
    account: Address
    payers: readonly Payer[]
    accepted: ReadonlyMap<Address, ReadonlySet<Hex>>
    callersOf: CallerLookup
  },
  signal: AbortSignal,
): Promise<PaymentCoverage> {
  const found = payers.map((payer) => ({ payer, functions: payer.functions.filter(canPay) }))
  const isSeen = (payer: Payer, { selector }: ContractFunction) => accepted.get(payer.address)?.has(selector) === true
  const unseen = await Promise.all(
    found.map(async ({ payer, functions }) => {
      // A comparison with what a clone keeps behind its code is no gate that reading shows.
      const told = cloneArguments(await chain.code(block, payer.address, signal)).filter((one) => one !== account)
      const closed = functions
        .filter((made) => (made.gated || told.length > 0) && !isSeen(payer, made))
        .slice(0, MAX_UNSEEN)
      if (closed.length === 0) return []
      const targets = await targetsOf(payer)
      return Promise.all(
        closed.map(async (made) => ({
          payer,
          made,
          ...(await described(payer, made, targets, made.gated ? [] : told)),
        })),
      )
    }),
  )
  const rescues = await rescuesAmong(unseen.flat())
  const isRescue = (payer: Payer, made: ContractFunction) =>
    rescues.some((one) => one.payer === payer && one.made === made)
  const all = found.flatMap(({ payer, functions }) =>
    functions.map((made) => isSeen(payer, made) || isRescue(payer, made)),
  )
  const left = unseen.flat().filter(({ payer, made }) => !isRescue(payer, made))
  return {
    all: all.length,
    seen: all.filter((one) => one).length,
    unseen: left.map(({ payer: _, made: __, ...one }) => one),
  }

  /** Those that pay out what has nothing to do with the deposit alone, where that can be executed. */
  async function rescuesAmong(
    all: readonly (Pick<Restricted, 'payer' | 'made'> & UnseenPayment)[],
  ): Promise<Restricted[]> {
    const restricted = all.map(({ payer, made, holders }) => {
      return { payer, made, callers: holders.map(({ address }) => address) }
    })
    return foreignRescues({ chain, simulator }, { block, simulation, restricted }, signal).catch((error: unknown) => {
      if (!(error instanceof SimulationUnavailable)) throw error
      return []
    })
  }

  async function targetsOf({ address, bytecode: analysed, proxy }: Payer): Promise<readonly Target[]> {
    const made = await creationOf({ chain, verification }, block, address, signal)
    const request = { block, address, bytecode: analysed, proxy, trade: null, ...made }
    const analyse = (of: Address, code: Hex, within: AbortSignal) =>
      bytecode.analyse({ address: of, code, abi: null }, within)
    return (await callersOf({ chain, simulator, analyse }, request, createBudget(MAX_RUNS), signal)).own
  }

  /** Its callers: the accounts in the words that it compares, else those that the contract names. */
  async function described(
    { address }: Payer,
    { selector, signature, gatedBy }: ContractFunction,
    targets: readonly Target[],
    told: readonly Address[],
  ): Promise<UnseenPayment> {
    const stored = targets.flatMap(({ inSlot }) => gatedBy.flatMap((slot) => inSlot.get(slot) ?? []))
    const named = targets.flatMap(({ candidates }) => candidates)
    const byOf = (one: Address) =>
      told.includes(one)
        ? 'an argument behind its code'
        : (named.find((known) => known.address === one)?.by ?? 'a storage slot')
    const accounts =
      told.length > 0 ? told : stored.length > 0 ? stored : named.filter((one) => one.named).map((one) => one.address)
    const live = [...new Set(accounts)].filter((one) => !isBurnAddress(BigInt(one)))
    const holders = await Promise.all(
      live.slice(0, MAX_HOLDERS).map(async (one) => {
        const holder = await privilegedAccount(chain, { block, address: one, by: byOf(one) }, signal)
        return { address: one, by: byOf(one), isKey: actsAsKey(holder) }
      }),
    )
    return { contract: address, selector, signature, holders }
  }
}
