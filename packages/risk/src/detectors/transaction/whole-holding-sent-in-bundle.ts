import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { feeReserveOf } from '../../derive/feeReserve.ts'
import { paidBefore } from '../../derive/parts.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Account } from '../../facts/account.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding that counts as nearly all of it, in percent. */
const NEARLY_ALL_PERCENT = 90n
/** The same beside a call that is no payment: a thief leaves coins for its fee. */
const BESIDE_PERCENT = 85n
/** Share of it that one account gets: wages are shared more evenly. */
const MAIN_PERCENT = 60n
/** Where only coins for network fees stay: shares of a payment above which it is no fee of what leaves, and no trifle of the rest. */
const FEE_PERCENT = 1n
const MIN_PERCENT = 10n
const DUST_WEI = 10n ** 13n
const DUST_USD = 1

export default defineDetector({
  id: 'whole-holding-sent-in-bundle',
  title: 'Whole holding sent in a bundle',
  why: 'A wallet shows a bundle as one request. Drainers add a transfer of everything to an ordinary payment, approval or claim. People who move to another wallet send single transfers.',
  advice: 'Reject it, unless the receiver is yours. Read each call of the bundle, and compare the whole address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: [
    'transaction',
    'block',
    'simulation',
    'payees',
    'balanceChanges',
    'movements',
    'counterparties',
    'principals',
    'pastDealings',
  ],
  detect: ({ transaction, block, simulation, payees, balanceChanges, movements, ...facts }) => {
    const { counterparties, principals, pastDealings } = facts
    const { calls, userOperation } = transaction
    if ((calls === undefined || calls.length < 2) && userOperation === undefined) return 'not-applicable'
    const familiar = paidBefore(pastDealings ?? [])
    const reserve = feeReserveOf({ transaction, block, simulation })
    const isMixed = calls !== undefined && calls.length > payees.length
    const atLeast = isMixed ? BESIDE_PERCENT : NEARLY_ALL_PERCENT
    const own = balanceChanges.filter((row) => principals.includes(row.account))
    return own.flatMap((row) => {
      const isUnreturned = movements.lost.some(
        ({ account, address, returned }) =>
          account === row.account && address === row.address && returned === 'nothing',
      )
      const receivers = new Set(
        payees.filter(({ asset, tokenId }) => asset === row.address && tokenId === null).map(({ address }) => address),
      )
      const paid = [...receivers].reduce((sum, receiver) => sum + gainOf(receiver, row, balanceChanges), 0n)
      return [...receivers]
        .filter((receiver) => !familiar.has(receiver) && !principals.includes(receiver))
        .filter((receiver) => isStranger(counterparties[receiver], isUnreturned))
        .map((receiver) => ({ receiver, gain: gainOf(receiver, row, balanceChanges) }))
        .filter(
          ({ gain }) =>
            isMain(gain, row, atLeast) ||
            (gain * 100n >= paid * MAIN_PERCENT &&
              (isAllButFees(gain, row, reserve) || (isMixed && isRest(gain, row)))),
        )
        .map(({ receiver, gain }) => ({
          description: `You send ${describeAsset({ ...row, amount: gain })} to ${nameAccount(receiver, counterparties[receiver])} in a bundle with other calls, and keep ${isMain(gain, row, NEARLY_ALL_PERCENT) ? 'almost nothing of it' : isMain(gain, row, atLeast) ? 'little of it' : 'little more than the other calls need'}. ${pastDealings === null ? 'Earlier payments to this account could not be read' : 'You have not paid this account before'}.`,
          evidence: {
            asset: row.address ?? 'native',
            amount: String(gain),
            before: String(row.before),
            taker: receiver,
          },
        }))
    })
  },
})

function isHolding({ assetType, tokenId, before, change, changeUsd }: BalanceChange): boolean {
  if (tokenId !== null || before === null || before <= 0n || change >= 0n) return false
  const isDust = changeUsd === null ? assetType === 'native' && -change < DUST_WEI : -changeUsd < DUST_USD
  return !isDust
}

/** Whether the holding is emptied, and the account gets most of it. */
function isMain(gain: bigint, row: BalanceChange, atLeast: bigint): boolean {
  const { before, change } = row
  if (!isHolding(row) || before === null) return false
  return -change * 100n >= before * atLeast && gain * 100n >= before * MAIN_PERCENT
}

/** Whether only a reserve for fees stays of the coins, and the account gets a considerable part of what the other calls leave. */
function isAllButFees(gain: bigint, row: BalanceChange, reserve: bigint): boolean {
  const { address, before, change } = row
  if (address !== null || !isHolding(row) || before === null) return false
  const kept = before + change
  return kept <= reserve && gain * 100n >= (gain + kept) * MIN_PERCENT && gain * 100n > -change * FEE_PERCENT
}

/** Whether the account gets nearly all that the other calls leave, which is more than a fee. */
function isRest(gain: bigint, row: BalanceChange): boolean {
  const { before, change } = row
  if (!isHolding(row) || before === null) return false
  return gain * 100n >= (gain + before + change) * NEARLY_ALL_PERCENT && gain * 100n >= -change * MIN_PERCENT
}

/** A contract may give something for what is sent to it: only an account without code never does. */
function isStranger(account: Account | undefined, isUnreturned: boolean): boolean {
  if (account === undefined) return true
  return trustOf(account) !== 'known' && (account.class !== 'contract' || isUnreturned)
}

function gainOf(receiver: Address, { address, tokenId }: BalanceChange, changes: readonly BalanceChange[]): bigint {
  return changes
    .filter((row) => row.account === receiver && row.address === address && row.tokenId === tokenId)
    .reduce((sum, { change }) => sum + change, 0n)
}
