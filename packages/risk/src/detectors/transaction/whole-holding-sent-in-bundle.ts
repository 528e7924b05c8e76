import type { Address } from '../../address.ts'
import { paidBefore } from '../../derive/parts.ts'
import { defineDetector } from '../../detector.ts'
import type { Account } from '../../facts/account.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import { trustOf } from '../../trust.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding that counts as nearly all of it, in percent. */
const NEARLY_ALL_PERCENT = 90n
/** Share of it that one account gets: wages are shared more evenly. */
const MAIN_PERCENT = 60n
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
  needs: ['transaction', 'payees', 'balanceChanges', 'movements', 'counterparties', 'principals', 'pastDealings'],
  detect: ({ transaction, payees, balanceChanges, movements, counterparties, principals, pastDealings }) => {
    const { calls, userOperation } = transaction
    if ((calls === undefined || calls.length < 2) && userOperation === undefined) return 'not-applicable'
    const familiar = paidBefore(pastDealings ?? [])
    const emptied = balanceChanges.filter((row) => principals.includes(row.account) && isEmptied(row))
    return emptied.flatMap((row) => {
      const isUnreturned = movements.lost.some(
        ({ account, address, returned }) =>
          account === row.account && address === row.address && returned === 'nothing',
      )
      const receivers = new Set(
        payees.filter(({ asset, tokenId }) => asset === row.address && tokenId === null).map(({ address }) => address),
      )
      return [...receivers]
        .filter((receiver) => !familiar.has(receiver) && !principals.includes(receiver))
        .filter((receiver) => isStranger(counterparties[receiver], isUnreturned))
        .filter((receiver) => gainOf(receiver, row, balanceChanges) * 100n >= (row.before ?? 0n) * MAIN_PERCENT)
        .map((receiver) => ({
          description: `You send ${describeAsset({ ...row, amount: gainOf(receiver, row, balanceChanges) })} to ${nameAccount(receiver, counterparties[receiver])} in a bundle with other calls, and keep almost nothing of it. ${pastDealings === null ? 'Earlier payments to this account could not be read' : 'You have not paid this account before'}.`,
          evidence: {
            asset: row.address ?? 'native',
            amount: String(gainOf(receiver, row, balanceChanges)),
            before: String(row.before),
            taker: receiver,
          },
        }))
    })
  },
})

function isEmptied({ assetType, tokenId, before, change, changeUsd }: BalanceChange): boolean {
  if (tokenId !== null || before === null || before <= 0n) return false
  const isDust = changeUsd === null ? assetType === 'native' && -change < DUST_WEI : -changeUsd < DUST_USD
  return !isDust && -change * 100n >= before * NEARLY_ALL_PERCENT
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
