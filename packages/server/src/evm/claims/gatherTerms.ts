import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { MisdirectedExit } from '@redoubt/risk/facts/claim.ts'
import type { PaymentCoverage } from '@redoubt/risk/facts/paymentCoverage.ts'
import { isExitName } from './calls/exitCalls.ts'
import type { Payer } from './calls/readPayer.ts'
import { isFixedPrice } from './orders/fixedPrice.ts'
import { misdirectedExit } from './outcomes/misdirectedExit.ts'
import { unseenPayments } from './payouts/unseenPayments.ts'
import { isCovered } from './runs/bestWalk.ts'
import { otherAssets, returnedWith } from './runs/otherAssets.ts'
import type { Deposit } from './searchDeposit.ts'

/** What is asked last, once every other search has executed its calls. */
export type DepositTerms = {
  /** Functions that can pay, and those whose effect no search saw; null: not asked. */
  payments: PaymentCoverage | null
  /** The deposit pays a price that the contract sets, and no withdrawal spends what it recorded. */
  isPurchase: boolean
  /** The call of the owner's that pays another account; null: none does, or a withdrawal pays the owner. */
  misdirected: MisdirectedExit | null
  /** What came back of each asset, with what came back of others in its place. */
  returned: readonly bigint[]
}

/** Contracts whose functions that pay are counted. */
const MAX_COUNTED = 2

/** Asks what no execution has shown: unseen payments, a price, and what the withdrawal pays in other assets. */
export async function gatherTerms(deposit: Deposit): Promise<DepositTerms> {
  const payments = await paymentsOf(deposit)
  const isPurchase = await isPurchaseOf(deposit)
  const { best } = deposit.search
  return {
    payments,
    isPurchase,
    misdirected: await misdirectedExit(deposit).catch(deposit.coverage.skipped(null)),
    returned: returnedWith(await worthOfOthers(deposit), best.returned, deposit.owned.watched),
  }
}

async function paymentsOf(deposit: Deposit): Promise<PaymentCoverage | null> {
  const { sources, block, question, owned, takers, isLarge, coverage, accepted, accept, signal } = deposit
  const { account, payers, callersOf } = owned
  const { transaction, simulation } = question
  for (const { to, data } of transaction.calls ?? [transaction])
    if (to !== null && data.length >= 10) accept(to, data.slice(0, 10) as Hex)
  // What others have can be no payment of these contracts.
  const isHeld = payers.some(({ address }) => takers.includes(address))
  if (!isLarge || !isHeld) return null
  const asked = { block, simulation, account, payers: payers.slice(0, MAX_COUNTED), accepted, callersOf }
  return unseenPayments(sources, asked, signal).catch(coverage.skipped(null))
}

async function isPurchaseOf({ given, block, question, search, coverage, signal }: Deposit): Promise<boolean> {
  const { best, exits } = search
  const isPriced =
    best.call === null && (await isFixedPrice(given.simulator, block, question, signal).catch(coverage.skipped(false)))
  const spends = exits.some(
    ({ payer, made }) =>
      isExitName(made.signature) && !made.gated && spendsRecord(question.transaction.data, payer, made),
  )
  return isPriced && !spends
}

/** Whether a function writes words of the contract that the deposit's own function writes: it may book a withdrawal. */
function spendsRecord(data: Hex, { functions }: Payer, made: ContractFunction): boolean {
  const entry = functions.find(({ selector }) => data.startsWith(selector))
  return made.writesElsewhere === true || made.writes.some((slot) => entry?.writes.includes(slot) !== false)
}

/** USD of what the withdrawal pays in assets that did not leave. */
async function worthOfOthers({ sources, block, owned, runs, search, coverage, signal }: Deposit): Promise<number> {
  const { account, held, watched } = owned
  const { walk, returned } = search.best
  if (walk === null || isCovered({ returned }, watched)) return 0
  const sequences = [runs.sequenceOf(account, held, walk)]
  const [outcomes = null] = await sources.simulator
    .simulateSequences({ block, sequences, transfers: true, signal })
    .catch(coverage.skipped([]))
  const seen = runs.read(account, walk, outcomes)
  return seen === null ? 0 : otherAssets(sources, { block, watched }, signal).worthOf(seen)
}
