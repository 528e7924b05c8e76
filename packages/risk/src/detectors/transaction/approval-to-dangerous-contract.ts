import { dangerHit, endangersOwnTokenOnly, powerDangerOf } from '../../contract/callers.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount, quote, shortAddress } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'approval-to-dangerous-contract',
  title: 'Approval to a dangerous contract',
  why: 'An allowance is a power over your tokens for as long as it stands. The contract scan found what the code or the owner of this spender can do with such powers, whatever the transaction itself does.',
  advice: 'Reject it. If you approved this contract before, set that allowance to zero.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['contractJudgements', 'grants'],
  detect: ({ contractJudgements, grants }) => {
    if (grants.length === 0) return 'not-applicable'
    return Object.values(contractJudgements).flatMap((judgement) => {
      const { address, account } = judgement
      const given = grants.filter(({ spender }) => spender === address)
      const severity = powerDangerOf(judgement)
      if (severity === null || given.length === 0) return []
      const tokens = new Map(given.map(({ token, symbol }) => [token, symbol ? quote(symbol) : shortAddress(token)]))
      if (endangersOwnTokenOnly(judgement, [...tokens.keys()])) return []
      const what = `You allow ${nameAccount(address, account)} to spend ${listWords([...tokens.values()])}`
      return [dangerHit(judgement, severity, { what, evidence: { tokens: [...tokens.keys()] } })]
    })
  },
})
