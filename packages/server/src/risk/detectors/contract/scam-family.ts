import { defineDetector } from '../../detector.ts'

/** How the family index names code that was written to harm. */
const HARMFUL = /^(drainer|sweeper|honeypot|rug|scam|phishing)\b/i

export default defineDetector({
  id: 'scam-family',
  title: 'A copy of code known from scams',
  why: 'The opcodes without their constants are those of a contract that was seen to steal. Kits are deployed thousands of times with other addresses filled in.',
  advice: 'Do not touch it.',
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
        description: `Its code is that of the family “${family}”.`,
        evidence: { address, family, skeleton },
      },
    ]
  },
})
