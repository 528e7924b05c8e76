import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'mixer-counterparty',
  title: 'A mixer is involved',
  why: 'Mixers hide where funds come from. Dealing with one can get your own address refused by exchanges, and in some countries it is restricted.',
  advice: 'Know the law where you live before you sign.',
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
