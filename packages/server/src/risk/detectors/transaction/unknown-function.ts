import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'

export default defineDetector({
  id: 'unknown-function',
  title: 'The function is not known',
  why: 'No public interface explains this call data, so only its execution shows what it does.',
  advice: 'Rely on the balance and approval changes shown, not on what the site says.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['decodedCall', 'recipient'],
  detect: ({ decodedCall, recipient }) => {
    if (recipient === null || decodedCall.selector === null) return 'not-applicable'
    if (decodedCall.functionName !== null || recipient.class === 'eoa' || standingOf(recipient) === 'known') return []
    return [
      {
        description: `The function ${decodedCall.selector} is in no interface we know.`,
        evidence: { contract: recipient.address, selector: decodedCall.selector },
      },
    ]
  },
})
