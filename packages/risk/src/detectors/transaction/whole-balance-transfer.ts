import { trustOf } from '../../accounts/trust.ts'
import { paidBefore } from '../../derive/parts.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet, retainedByService } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding that counts as nearly all of it, in percent. */
const NEARLY_ALL_PERCENT = 90n

export default defineDetector({
  id: 'whole-balance-transfer',
  title: 'Transfer of nearly your whole balance',
  why: 'Thefts take the whole balance, and so do people who move to another wallet: alone it says little. A mistake with all of your money cannot be undone.',
  advice: 'Make sure that you mean to send all of it. Send a small amount first.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['transaction', 'movements', 'counterparties', 'recipient', 'senderHistory'],
  detect: ({ transaction, movements, counterparties, recipient, senderHistory }) => {
    const context = { transaction, recipient, counterparties }
    // A transfer that a token carries out is no deposit with the token.
    const throughToken = recipient !== null && recipient.token !== null
    const familiar = paidBefore(senderHistory)
    return movements.lost
      .filter(({ tokenId }) => tokenId === null)
      .filter(({ before, amount }) => before !== null && before > 0n && amount * 100n >= before * NEARLY_ALL_PERCENT)
      .filter((loss) => loss.returned !== 'value' && (throughToken || !retainedByService(loss, context)))
      .filter(({ how, takers }) => {
        // Only of a plain transfer is the receiver all there is to know.
        if (how !== 'sent') return true
        const trusted = takers.filter((taker) => {
          const account = counterparties[taker]
          return familiar.has(taker) || (account !== undefined && trustOf(account) === 'known')
        })
        return takers.length === 0 || trusted.length < takers.length
      })
      .map((loss) => ({
        severity: severityOf(loss, context),
        description: `${describeAsset(loss)} leaves your wallet: nearly all you hold of it, and ${backOf(loss)} comes back.`,
        evidence: {
          asset: loss.address ?? 'native',
          amount: String(loss.amount),
          before: String(loss.before),
          how: loss.how,
          takers: loss.takers,
        },
      }))
  },
})

function backOf({ returned, pooled }: Loss): string {
  if (pooled === true) return 'only a pool prices what'
  return returned === 'nothing' ? 'nothing' : 'nothing of known value'
}

type Context = Parameters<typeof goesToWallet>[1] & Parameters<typeof retainedByService>[1]

/** Emptying a balance is ordinary: it counts where something else speaks against the receiver. */
function severityOf(loss: Loss, context: Context): Severity {
  const { recipient, counterparties } = context
  const receivers = loss.takers.flatMap((taker) =>
    taker === recipient?.address ? [recipient] : (counterparties[taker] ?? []),
  )
  if (loss.how === 'sent') return receivers.some(isSuspect) || receivers.length < loss.takers.length ? 'medium' : 'info'
  return loss.returned === 'unpriced' && (loss.pooled === true || !goesToWallet(loss, context)) ? 'info' : 'high'
}

/** Flagged, never used, or young code. A receiver that could not be read is not cleared either. */
function isSuspect(account: Account): boolean {
  if (trustOf(account) === 'flagged') return true
  if (account.class === 'contract') return account.deployedRecently === true && trustOf(account) === 'unknown'
  return account.labels.length === 0 && account.nonce === 0n && account.balance === 0n
}
