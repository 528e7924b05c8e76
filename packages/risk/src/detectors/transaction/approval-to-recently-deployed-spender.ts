import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-recently-deployed-spender',
  title: 'Approval to a recently deployed contract',
  why: 'Drainers deploy a new contract for each campaign, because the old one is soon on every block list. A new spender has no history to judge.',
  advice: 'Wait, or approve only the amount of this one trade, after checking the contract with its project.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) => {
    const contracts = grants.filter(({ spenderAccount }) =>
      ['unknown', 'listed'].includes(spenderKindOf(spenderAccount)),
    )
    const recent = contracts.filter(({ spenderAccount }) => spenderAccount.deployedRecently === true)
    const ageless = contracts.filter(({ spenderAccount }) => spenderAccount.deployedRecently === null)
    if (recent.length === 0 && ageless.length > 0) return { unknown: ageless.map(({ spender }) => `age of ${spender}`) }
    return recent.map(({ token, symbol, spender, spenderAccount, after, shownBy }) => ({
      description: `${nameAccount(spender, spenderAccount)} was deployed only recently and may take ${yourAsset(symbol, token)}.`,
      evidence: { token, spender, allowance: String(after), deployedRecently: true, shownBy },
    }))
  },
})
