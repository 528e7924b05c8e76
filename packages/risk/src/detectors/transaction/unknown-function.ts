import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unknown-function',
  title: 'Unknown function selector',
  why: 'No public ABI explains this calldata, so only its simulation shows what it does.',
  advice: 'Rely on the balance and approval changes shown, not on what the site says.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['decodedCall', 'recipient'],
  detect: ({ decodedCall, recipient }) => {
    if (recipient === null || decodedCall.selector === null) return 'not-applicable'
    if (decodedCall.functionName !== null || recipient.class === 'eoa' || trustOf(recipient) === 'known') return []
    return [
      {
        description: `The function ${decodedCall.selector} is in no public ABI we know.`,
        evidence: { contract: recipient.address, selector: decodedCall.selector },
      },
    ]
  },
})
