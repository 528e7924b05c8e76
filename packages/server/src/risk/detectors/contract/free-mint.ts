import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'free-mint',
  title: 'Anybody can create tokens for nothing',
  why: 'Executed as a stranger, a call created tokens and cost nothing. What anybody can make has no price; whoever comes first sells to those who do not know.',
  advice: 'Do not buy it. It may be a token for tests.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    if (bytecode?.standard !== 'erc20') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'create tokens for nothing',
      severity: ({ kind, backed, call, state, emission }, caller) => {
        if (kind !== 'mint' || caller !== 'anybody' || backed || state !== 'effective' || emission !== undefined)
          return null
        // Shares of a vault and wrapped coin are made for what is paid in, and anybody may.
        const paid = bytecode.functions.some(
          ({ selector, mutability }) => selector === call.selector && mutability === 'payable',
        )
        return paid ? null : 'high'
      },
    })
  },
})
