import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { isHyperliquidPayment } from '../../message/hyperliquidPayment.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { formatAmount } from '../../wording/assetNames.ts'

/** Dollar amounts of a trading venue have six decimals here, whatever its own unit. */
const USD_DECIMALS = 6
const DOLLAR = 1_000_000n
/** A payment below it counts as a purchase or a gift. */
const SMALL_DOLLARS = 50n

export default defineDetector({
  id: 'hyperliquid-withdrawal-to-unknown-recipient',
  title: 'Hyperliquid withdrawal to unknown recipient',
  why: 'Hyperliquid moves balances by signature alone: a withdrawal or a payment names its receiver in text, costs no gas and is final. The balance there is not on this chain, so no simulation shows the loss.',
  advice: 'Sign it only if the destination is your own account; compare every character.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['message', 'intents', 'named'],
  detect: ({ message: { account }, intents, named }) => {
    const payments = intents.filter((intent) => intent.kind === 'unknown' && isHyperliquidPayment(intent))
    if (payments.length === 0) return 'not-applicable'
    return payments.flatMap((intent) => {
      if (intent.kind !== 'unknown') return []
      const destination = intent.addresses[0]?.address ?? null
      if (destination === account) return []
      const receiver = destination === null ? undefined : named[destination]
      // A deposit address of an exchange is a usual destination.
      if (receiver && trustOf(receiver) === 'known') return []
      const amount = intent.moves.reduce((sum, move) => sum + move.amount, 0n)
      const dollars = amount / DOLLAR
      return [
        {
          severity: dollars < SMALL_DOLLARS ? ('medium' as const) : ('high' as const),
          description: `${destination === null ? 'A destination that is not an address' : nameAccount(destination, receiver)} receives $${formatAmount(amount, USD_DECIMALS)} from your Hyperliquid balance.`,
          evidence: { destination, amount: String(amount), protocol: intent.protocol },
        },
      ]
    })
  },
})
