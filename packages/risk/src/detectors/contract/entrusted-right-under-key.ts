import { guardedPullHits } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'entrusted-right-under-key',
  title: 'Module, operator or delegate under a key',
  why: 'Users entrust some contracts with more than approved tokens: smart accounts enable modules, owners of Uniswap V3 positions name operators, and accounts delegate to code that checks their signatures (EIP-1271). The code of this contract uses such a right without a call or signature of the user. Only a guard stands before it.',
  advice: 'Do not enable, appoint or delegate to this contract, and remove it where you did.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'drainer',
  needs: ['guardedPulls', 'subject'],
  detect: ({ guardedPulls, subject }) =>
    guardedPullHits(
      guardedPulls.filter(({ right }) => right !== undefined),
      { subject, what: 'this contract' },
    ),
})
