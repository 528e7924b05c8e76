import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'funded-by-mixer',
  title: 'Its first money came from a mixer',
  why: 'The first coin an account receives usually comes from its owner. Coming from a mixer, it was meant not to be traced. That is what thieves do first, and what private people do too.',
  advice: 'Ask who this is before you deal with the address. Exchanges may refuse what comes from it.',
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
          description: `${hop === 1 ? 'Its first money' : `The money, ${hop} hops back,`} came from ${nameAccount(account.address, account)}, a mixer.`,
          evidence: { source: account.address, hops: hop, transaction: hash, lists: mixers.map(wordOf) },
        },
      ]
    }),
})

/** By how many accounts are in between. */
const STEPS = ['high', 'medium', 'low'] as const
