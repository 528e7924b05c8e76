import { nameAccount } from '@redoubt/risk/wording/accountNames.ts'
import { defineDetector } from '../../packages/risk/src/engine/detector.ts'

/** In wei. Exchanges send less at once. */
const MAX_VALUE = 1_000_000n * 10n ** 18n

export default defineDetector({
  id: 'template-transaction',
  title: 'Very large transfer to an unused address',
  why: 'A transfer cannot be undone. Large amounts are sent to addresses that were used before; an unused one may hold a typing mistake.',
  advice: 'Send a small amount first and ask the recipient whether it arrived.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  needs: ['transaction', 'recipient'],
  detect: ({ transaction: { to, value }, recipient }) => {
    if (to === null || recipient === null) return 'not-applicable'
    if (value <= MAX_VALUE || recipient.nonce > 0n) return []
    return [
      {
        description: `You send ${value / 10n ** 18n} coins to ${nameAccount(to, recipient)}, an address that has sent nothing yet.`,
        evidence: { recipient: to, value: String(value), nonce: String(recipient.nonce) },
      },
    ]
  },
})
