import type { Address, Hex } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import type { PriceSetter } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { overridesOf } from '../../decode/readState.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import { exitFunctions } from '../calls/exitCalls.ts'
import { type Payer, readPayer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import type { OwnerQuestion } from './privilegedActs.ts'
import { type PrivilegedCaller, privilegedCallers } from './privilegedCallers.ts'
import { isWellKnown } from './searchPrivileges.ts'

const MAX_SOURCES = 2
const MAX_CALLERS = 3
const MAX_FUNCTIONS = 4
const MAX_WAYS = 4
/** Between the answers before and after: a keeper may move a price a little. */
const FACTOR = 10n
const GAS = 900_000n
/** Wei for the gas of a call. */
const PURSE = 1_000n * 10n ** 18n
const HUGE = 10n ** 30n
/** Answers every question with the time of the block, five words of it, and `decimals()` with 8. */
const RESPONDER_CODE: Hex =
  '0x60003560e01c63313ce56714602857426000524260205242604052426060524260805260a06000f35b600860005260206000f3'

/**
 * Returns the private keys that can set what a contract answers which the deposit names and its market asks: with a price of its own, a
 * borrower takes the deposits of others. Executed: the same question before and after the call, with an answer of our choice.
 */
export async function priceSetters(
  sources: ClaimSources,
  question: OwnerQuestion,
  signal: AbortSignal,
): Promise<PriceSetter[]> {
  const { block, transaction, simulation, payers, losses, account, stand, callersOf } = question
  const asked = new Set(payers.flatMap(({ functions }) => functions.flatMap(({ asks }) => asks)))
  const known = new Set<Address>([
    account,
    ...payers.map(({ address }) => address),
    ...losses.flatMap(({ address }) => address ?? []),
  ])
  const named = accountsIn(transaction).filter((one) => !known.has(one) && !isWellKnown(block.chain, one))
  const read = await Promise.all(named.map((one) => readPayer(sources, block, one, signal)))
  const found: PriceSetter[] = []
  for (const source of read.flatMap((one) => one ?? []).slice(0, MAX_SOURCES)) {
    const views = source.functions.filter(
      ({ selector, arguments: none, mutability }) => none === '' && mutability === 'view' && asked.has(selector),
    )
    const [view] = views
    if (view === undefined) continue
    const { callers } = await privilegedCallers(sources, { block, payer: source, except: [account], callersOf }, signal)
    for (const caller of callers.filter((one) => one.account.account === 'eoa').slice(0, MAX_CALLERS)) {
      const setter = await setterOf(source, view.selector, caller)
      if (setter !== null) found.push(setter)
    }
  }
  return found

  async function setterOf(source: Payer, view: Hex, { candidate }: PrivilegedCaller): Promise<PriceSetter | null> {
    const { address } = source
    const responder = stand.observer
    const ask: Transaction = { from: stand.stranger, to: address, value: 0n, data: view, gas: GAS }
    const values = { account: responder, tokens: [], amounts: [HUGE], ids: [], held: [] }
    const tries = exitFunctions(source.functions)
      .filter(({ selector }) => selector !== view)
      .slice(0, MAX_FUNCTIONS)
      .flatMap((made) =>
        takeCalls({ contract: address, made }, responder, values)
          .slice(0, MAX_WAYS)
          .map((call) => ({ made, call: { ...call, from: candidate.address } })),
      )
    const state = overridesOf(simulation.stateDiff)
    const stateOverrides = { ...state }
    stateOverrides[responder] = { code: RESPONDER_CODE }
    for (const from of [stand.stranger, candidate.address])
      stateOverrides[from] = { ...stateOverrides[from], balance: PURSE }
    const outcomes = await sources.simulator.simulateSequences({
      block,
      sequences: tries.map(({ call }) => ({ stateOverrides, blocks: [{ calls: [ask, call, ask] }] })),
      signal,
    })
    for (const [at, { made }] of tries.entries()) {
      const [before, call, after] = outcomes[at] ?? []
      if (call?.success !== true || !isSet(before?.output ?? null, after?.success === true ? after.output : null))
        continue
      return {
        source: address,
        caller: candidate.address,
        by: candidate.by,
        selector: made.selector,
        signature: made.signature,
      }
    }
    return null
  }
}

function isSet(before: Hex | null, after: Hex | null): boolean {
  if (before === null || after === null || before.length < 66 || after.length !== before.length) return false
  const [old, now] = [BigInt(before.slice(0, 66)), BigInt(after.slice(0, 66))]
  return old > 0n && now > 0n && (now >= old * FACTOR || old >= now * FACTOR)
}
