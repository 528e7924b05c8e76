import { defineDetector } from '../../engine/detector.ts'
import { fullAddress } from '../../wording/accountNames.ts'
import { ACQUAINTANCES, lookalikeSeverity } from '../../wording/acquaintances.ts'

export default defineDetector({
  id: 'lookalike-recipient',
  title: 'Address poisoning: lookalike recipient',
  why: 'In address poisoning, an attacker creates an address with the same first and last digits as one you use, puts it into your history with a worthless transfer, and waits for you to copy it. Chance alone produces such a match once in 268 million.',
  advice: 'Do not send. Copy the address again from where you first got it, and compare every digit.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  needs: ['lookalikeParties'],
  detect: ({ lookalikeParties }) =>
    lookalikeParties.map(({ address, similarTo, by, baitInHistory }) => ({
      severity: lookalikeSeverity(by),
      description: `${fullAddress(address)} looks like ${ACQUAINTANCES[by]}, ${fullAddress(similarTo)}, but is a different address.`,
      evidence: { recipient: address, resembles: similarTo, knownBy: by, baitInHistory },
    })),
})
