import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'funded-by-mixer',
  title: 'Wallet funded by a mixer',
  why: 'The first coins of an account usually come from its owner. A mixer hides their origin. Thieves fund their wallets like that, and so do private people.',
  advice: 'Find out who controls the address before you deal with it. Exchanges may refuse its money.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'funding',
  needs: ['fundingChain'],
  detect: ({ fundingChain }) =>
    fundingChain.flatMap(({ account, hop, hash }) => {
      const mixers = account.labels.filter(({ category }) => category === 'mixer')
      if (mixers.length === 0) return []
      return [
        {
          severity: STEPS[hop - 1] ?? ('low' as const),
          description: `${hop === 1 ? 'The wallet’s first money' : `The wallet’s first money, ${hop} hops back,`} came from ${nameAccount(account.address, account)}, a mixer.`,
          evidence: { source: account.address, hops: hop, transaction: hash, lists: mixers.map(wordOf) },
        },
      ]
    }),
})

/** By how many accounts are in between. */
const STEPS = ['high', 'medium', 'low'] as const
