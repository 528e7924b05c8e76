import { defineDetector } from '../../engine/detector.ts'
import { fullAddress } from '../../wording/accountNames.ts'
import { ACQUAINTANCES, lookalikeSeverity } from '../../wording/acquaintances.ts'

export default defineDetector({
  id: 'lookalike-party-in-message',
  title: 'Address poisoning: lookalike in the message',
  why: 'In address poisoning, an attacker creates an address with the same first and last digits as one that you use. A signature that pays or approves it gives your assets to the attacker. Chance alone produces such a match once in 268 million.',
  advice: 'Do not sign it. Compare every digit with the address that you know.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  needs: ['lookalikeParties'],
  detect: ({ lookalikeParties }) =>
    lookalikeParties.map(({ address, similarTo, by, baitInHistory }) => ({
      severity: lookalikeSeverity(by),
      description: `${fullAddress(address)} looks like ${ACQUAINTANCES[by]}, ${fullAddress(similarTo)}, but is a different address.`,
      evidence: { party: address, resembles: similarTo, knownBy: by, baitInHistory },
    })),
})
