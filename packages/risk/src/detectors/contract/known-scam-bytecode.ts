import { defineDetector } from '../../detector.ts'

/** How the family index names code that was written to harm. */
const HARMFUL = /^(drainer|sweeper|honeypot|rug|scam|phishing)\b/i

export default defineDetector({
  id: 'known-scam-bytecode',
  title: 'Bytecode of a known scam',
  why: 'The opcodes without their constants match a contract that stole funds. Scammers deploy the same kit thousands of times with other addresses in it.',
  advice: 'Do not interact with it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  needs: ['bytecode'],
  detect: ({ bytecode }) => {
    if (bytecode === null) return 'not-applicable'
    const { family, skeleton, address } = bytecode
    if (family === null || !HARMFUL.test(family)) return []
    return [
      {
        description: `The code belongs to the scam family “${family}”.`,
        evidence: { address, family, skeleton },
      },
    ]
  },
})
