import { defineDetector } from '../../detector.ts'
import { spenderKindOf } from '../../spenderKind.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { yourAsset } from '../../wording/yourAsset.ts'

export default defineDetector({
  id: 'approval-to-pool',
  title: 'Approval to a pool',
  why: 'The pools of Uniswap and its relatives are paid by a router, or in a callback; they never use a permission (UniswapV2Pair, UniswapV3Pool). Whoever asks for one has mistaken the address, or hopes that a familiar name calms you.',
  advice: 'Reject it. To trade or to provide liquidity, approve the exchange’s router.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'pool')
      .map(({ token, symbol, spender, spenderAccount, after, standard, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is a pool, which has no use for permission over ${yourAsset(symbol, token)}.`,
        evidence: { token, spender, allowance: String(after), standard, shownBy },
      })),
})
