import type { Claim } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { shortAddress } from '@redoubt/risk/wording/accountNames.ts'
import { type AllowanceTakes, allowanceTakes } from './allowances/allowanceTakes.ts'
import { priceSetters } from './callers/priceSetters.ts'
import type { ClaimQuestion } from './calls/claimValues.ts'
import { claimRecords } from './claimRecords.ts'
import { gatherLocks } from './gatherLocks.ts'
import { gatherOutcomes } from './gatherOutcomes.ts'
import { gatherPayouts } from './gatherPayouts.ts'
import { gatherSwitches } from './gatherSwitches.ts'
import { gatherTerms } from './gatherTerms.ts'
import { inBackground } from './inBackground.ts'
import { owedQuestions } from './owedClaims.ts'
import type { ClaimSources } from './runs/claimRuns.ts'
import { type Deposit, searchDeposit } from './searchDeposit.ts'

const NO_ALLOWANCES: AllowanceTakes = { switches: [], unread: [] }

/**
 * Executes withdrawals as the owner on the state after a transaction, and says for each asset the most that came back.
 * @throws when state or code cannot be read.
 */
export async function gatherClaims(
  given: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  signal: AbortSignal,
): Promise<Claim[]> {
  const [first] = question.losses
  if (first === undefined) return []
  if (question.isPassedOn === true) return owedClaims(given, block, question, signal)
  // What comes back to the owner.
  const deposit = await searchDeposit(given, block, question, first.account, signal)
  const locked = inBackground(gatherLocks(deposit))
  // What others can do before the withdrawal that pays.
  const before = await gatherSwitches(deposit)
  const { lifted: toOthers, ...payouts } = await gatherPayouts(deposit, before)
  const allowances = inBackground(allowancesOf(deposit))
  const setters = inBackground(pricesOf(deposit))
  // What becomes of a deposit that no withdrawal pays back.
  const outcomes = await gatherOutcomes(deposit)
  // Searches that went on meanwhile; the order is that of what could not be read.
  const lifted = await toOthers
  const { switches: allowed, unread } = await allowances
  for (const one of unread) deposit.coverage.unread.add(`allowances that ${shortAddress(one)} gave`)
  const prices = await setters
  const locks = await locked
  const terms = await gatherTerms(deposit)
  const records = claimRecords(deposit, { before, payouts, outcomes, lifted, allowed, prices, locks, terms })
  // A contract that keeps what was paid for what it gives later.
  const isSold = deposit.search.delivers && deposit.paid === null && deposit.isLarge && question.owing !== true
  const owed = isSold ? await owedClaims(given, block, question, signal).catch(deposit.coverage.skipped([])) : []
  return [...records, ...owed]
}

/** What the contracts owe for a payment, examined as a deposit is. */
async function owedClaims(
  given: ClaimSources,
  block: PinnedBlock,
  question: ClaimQuestion,
  signal: AbortSignal,
): Promise<Claim[]> {
  const found = await owedQuestions(given, block, question, signal)
  const claims = await Promise.all(
    found.map(async ({ asked, owed }) => {
      const own = await gatherClaims(given, block, { ...asked, isPassedOn: false, owing: true }, signal)
      return own.map((claim) => ({ ...claim, owed }))
    }),
  )
  return claims.flat()
}

async function allowancesOf(deposit: Deposit): Promise<AllowanceTakes> {
  const { sources, owned, runs, paid, takers, isLarge, coverage, signal } = deposit
  if (!isLarge) return NO_ALLOWANCES
  return allowanceTakes(sources, owned, { runs, paid, takers }, signal).catch(coverage.skipped(NO_ALLOWANCES))
}

async function pricesOf({ sources, owned, paid, isLarge, coverage, signal }: Deposit) {
  return isLarge && paid !== null ? priceSetters(sources, owned, signal).catch(coverage.skipped([])) : []
}
