import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'recently-deployed-recipient',
  title: 'The contract is new',
  why: 'A contract without a past has earned no trust yet. Honest projects begin like this too, so it weighs little by itself.',
  advice: 'Check with the project that this is its contract.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['recipient'],
  detect: ({ recipient }) => {
    if (recipient === null || recipient.class !== 'contract') return 'not-applicable'
    if (standingOf(recipient) === 'known') return []
    if (recipient.deployedRecently === null) return { unknown: [`age of ${recipient.address}`] }
    if (!recipient.deployedRecently) return []
    return [
      {
        description: `${nameAccount(recipient.address, recipient)} was deployed only recently.`,
        evidence: { contract: recipient.address, deployedRecently: true },
      },
    ]
  },
})
