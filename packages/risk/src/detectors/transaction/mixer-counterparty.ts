import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'mixer-counterparty',
  title: 'Mixer as counterparty',
  why: 'Mixers hide where funds come from. After dealing with one, exchanges may refuse your own address, and some countries restrict it.',
  advice: 'Check the law of your country before you sign.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'flagged',
  needs: ['recipient', 'counterparties'],
  detect: ({ recipient, counterparties }) =>
    [
      ...new Map(
        [...Object.values(counterparties), ...(recipient ? [recipient] : [])].map((one) => [one.address, one]),
      ).values(),
    ]
      .filter(({ labels }) => labels.some(({ category }) => category === 'mixer'))
      .map((account) => ({
        description: `${nameAccount(account.address, account)} is a mixer.`,
        evidence: {
          address: account.address,
          lists: account.labels.filter(({ category }) => category === 'mixer').map(wordOf),
        },
      })),
})
