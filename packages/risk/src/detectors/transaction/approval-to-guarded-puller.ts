import { trustOf } from '../../accounts/trust.ts'
import { guardedPullHits } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'approval-to-guarded-puller',
  title: 'Spender with a privileged token pull',
  why: 'The code of the spender moves the tokens of any account that approved it, without a call or signature of that account. Only a guard stands before it: an owner, a list, a signing key or a secret. Who passes the guard can take what you approve.',
  advice: 'Approve only the amount that you need now, and only a spender whose operator you know.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'approval',
  needs: ['spenderProbes', 'grants'],
  detect: ({ spenderProbes, grants }) => {
    if (spenderProbes.length === 0) return 'not-applicable'
    return spenderProbes.flatMap(({ spender, guardedPulls, pulls }) => {
      const granted = grants.filter((grant) => grant.spender === spender)
      const subject = granted[0]?.spenderAccount
      // A pull that was executed says more.
      if (subject === undefined || pulls.length > 0 || trustOf(subject) === 'wallet') return []
      const tokens = [...new Set(granted.map(({ token }) => token))]
      // The liquidity of a position goes to an operator of the collection, and with no approval of a plain token.
      const isOperator = granted.some(({ operator, tokenId }) => operator || tokenId !== null)
      const used = guardedPulls.filter(({ right }) => right === undefined || (right === 'positions' && isOperator))
      return guardedPullHits(used, {
        subject,
        what: shortAddress(spender),
        evidence: { spender, tokens },
      })
    })
  },
})
