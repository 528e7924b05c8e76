import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { kindOf } from '../../wallet/exposures.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'
import { listsOf } from '../../wording/listWords.ts'

/** Seconds after its creation in which nothing but the deployer speaks for a token: 30 days. */
const YOUNG_S = 2_592_000
/** USD: less can be sent to any fresh account to smear it. */
const SMALL_USD = 10

export default defineDetector({
  id: 'deployer-funded-by-flagged-account',
  title: 'Deployer funded by a flagged account',
  why: 'The first coins of a deployer pay for its deployments, so they usually come from its owner. Here they came from a scammer, a thief, a sanctioned party or a mixer. Serial scams pay for each new deployer from the proceeds of the last one. Private people use mixers too, so that a mixer alone decides nothing. For a token younger than 30 days it is high, or medium for a mixer; otherwise, or where less than 10 USD came, it is low.',
  advice: 'Treat the contract as controlled by the account that paid for it until you know better.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'funding',
  needs: ['creatorFunding', 'creator', 'provenance', 'token', 'subject', 'block'],
  detect: ({ creatorFunding: funding, creator, provenance, token, subject, block }) => {
    if (funding === null || creator === null) return 'not-applicable'
    const kind = kindOf(funding.account)
    if (kind === null || isNamed(subject)) return []
    const { createdAt } = provenance
    const isYoung = createdAt !== null && Number(block.timestamp) - createdAt <= YOUNG_S
    const isCertain = kind !== 'flagged' || flagSeverity(funding.account) === 'critical'
    const isLarge = funding.usd !== null && funding.usd >= SMALL_USD
    const weighs = isYoung && token !== null && isCertain && isLarge
    return [
      {
        severity: !weighs ? ('low' as const) : kind === 'mixer' ? ('medium' as const) : ('high' as const),
        // Private people use mixers too: it says nothing alone.
        soft: !weighs || kind === 'mixer',
        description: `The first coins of the deployer ${nameAccount(creator.address, creator)} came from ${nameAccount(funding.address, funding.account)}${kind === 'mixer' ? ', a mixer' : ', which is on a block list'}.`,
        evidence: {
          creator: creator.address,
          funder: funding.address,
          transaction: funding.hash,
          wei: funding.value === null ? null : String(funding.value),
          usd: funding.usd === null ? null : Math.round(funding.usd),
          lists:
            kind === 'mixer'
              ? funding.account.labels.filter(({ category }) => category === 'mixer').map(wordOf)
              : listsOf(funding.account),
        },
      },
    ]
  },
})
