import { defineDetector } from '../../engine/detector.ts'
import { judgementHit } from '../../engine/judgementHit.ts'

export default defineDetector({
  id: 'contract-scan-result',
  title: 'Contract scan result',
  why: 'The address has code, so the contract scan decides what it can do to you. Each endpoint gives the same level for one address.',
  advice: 'Read the contract scan of this address before you send anything to it or approve it.',
  appliesTo: 'wallet',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['codeJudgement'],
  detect: ({ codeJudgement }) =>
    codeJudgement === null ? 'not-applicable' : judgementHit(codeJudgement, { scan: 'contract' }),
})
