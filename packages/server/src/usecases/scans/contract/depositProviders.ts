import type { Hex } from '@redoubt/risk/address.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { canPay } from '@redoubt/risk/contract/paymentFunctions.ts'
import { type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { JudgedDeposit } from '@redoubt/risk/facts/deposit.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { withExecuted } from './executedPayments.ts'
import { judgeDeposits } from './judgeDeposits.ts'

/** Share of the scan's time that the search may take. */
const SHARE = 0.6
/** Functions by which the holder of a share takes back what it stands for. */
const REDEMPTIONS = /^_?(request|queue|emergency|instant)?_?(withdraw|redeem|unstake|unwrap|exit|leave)/i
const TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'

/**
 * Learns what becomes of payments into a contract, from what is known of its code; no provider where an environment executes nothing.
 */
export function depositProviders(
  { address, deadlineMs }: ContractScanInput,
  { deposits: gather, depositSources }: Pick<ContractSources, 'deposits' | 'depositSources'>,
  known: Partial<Facts>,
): FactProviders {
  if (gather === undefined || depositSources === undefined) return {}
  return {
    deposits: async (_, signal) => {
      const { block, bytecode, proxy = null } = known
      if (block === undefined || !bytecode) return []
      const until = performance.now() + deadlineMs * SHARE
      const { trials, cut, refused, unread = null } = await gather(block, { address, bytecode, proxy }, signal)
      const { deposits: judged, missing } = await judgeDeposits(block, trials, depositSources, {
        functions: bytecode.functions,
        deadlineMs: until - performance.now(),
        signal,
      })
      const { capabilities = [] } = known
      const covered = judged.map(({ payments, ...one }) => {
        return payments === undefined ? one : { ...one, payments: withExecuted(payments, { address, capabilities }) }
      })
      const deposits = [...covered, ...refusedDeposits(refused, { judged, functions: bytecode.functions })]
      if (missing !== null) return new Incomplete(deposits, missing)
      if (unread !== null) return new Incomplete(deposits, pastUnread(unread))
      return cut > 0 ? new Incomplete(deposits, tooMany(cut)) : deposits
    },
  }
}

/** Wallets and well-known services are left out, and tokens that have a market or redeem nothing. */
export function takesDeposits({ subject, token, trade, bytecode }: Partial<Facts>): boolean {
  if (!bytecode || subject?.class !== 'contract' || judgedPartsOf(subject) !== 'contract' || isNamed(subject))
    return false
  if (token?.standard !== 'erc20') return true
  return (
    (trade === null || trade?.pool.made === true) &&
    (bytecode.functions.some(isRedemption) || isPot(bytecode.functions))
  )
}

/** Whether any holder may call it, and it pays for shares that it takes off the caller, or is named as one that does. */
function isRedemption(one: ContractFunction): boolean {
  if (one.gated) return false
  const isTaken = one.balanceWrites.some(({ does, of, gated }) => does === 'subtracts' && of === 'caller' && !gated)
  return (isTaken && canPay(one)) || (one.signature !== null && REDEMPTIONS.test(one.signature))
}

/** Whether any caller pays other tokens in by one function and gets them by another: shares whose redemption has a name that tells nothing. */
function isPot(functions: readonly ContractFunction[]): boolean {
  const open = functions.filter(({ mutability, gated }) => !gated && mutability !== 'view' && mutability !== 'pure')
  const entries = open.filter(({ asks }) => asks.includes(TRANSFER_FROM))
  return entries.some((entry) => open.some((one) => one !== entry && one.asks.includes(TRANSFER)))
}

/** Payments of users that could not be repeated, and where none was made at all an entry without a function. */
function refusedDeposits(
  selectors: readonly Hex[],
  { judged, functions }: { judged: readonly JudgedDeposit[]; functions: readonly ContractFunction[] },
): JudgedDeposit[] {
  const all = judged.length + selectors.length === 0 ? [null] : selectors
  return all.map((selector): JudgedDeposit => {
    const signature = functions.find((made) => made.selector === selector)?.signature ?? null
    return { selector, signature, repeated: selector !== null, refused: true, findings: [] }
  })
}

/** What users do with the contract may be another way to pay than those of its code that were tried. */
function pastUnread(error: Error): MissingFact {
  return { reason: 'failed', message: 'past payments into the contract could not be read', root: 'deposits', error }
}

/** No failure: only too much to look at. */
function tooMany(cut: number): MissingFact {
  const message = `${cut} more ways to pay the contract were not tried`
  return { reason: 'failed', message, root: 'deposits', error: null }
}
