import { defineDetector } from '../../engine/detector.ts'

/** Wallets queue a few; a signed transaction further ahead is a cheque for another day. */
const MAX_QUEUED = 16n

export default defineDetector({
  id: 'unusable-nonce',
  title: 'Unusable nonce',
  why: 'Transactions of an account run in the order of their nonces. A used nonce can never run again; a nonce ahead waits, and its transaction can execute when you no longer expect it.',
  advice: 'Let the wallet choose the nonce.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['transaction', 'sender'],
  detect: ({ transaction, sender }) => {
    const { nonce } = transaction
    if (nonce === undefined) return 'not-applicable'
    if (nonce === sender.nonce) return []
    const used = nonce < sender.nonce
    return [
      {
        severity: used || nonce - sender.nonce > MAX_QUEUED ? 'medium' : 'low',
        description: used
          ? `Nonce ${nonce} was used before, so the transaction can never be included.`
          : `Nonce ${nonce} is ahead of the next one (${sender.nonce}), so the transaction waits until the gap is filled.`,
        evidence: { nonce: String(nonce), next: String(sender.nonce) },
      },
    ]
  },
})
