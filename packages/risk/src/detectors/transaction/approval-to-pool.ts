import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-pool',
  title: 'Approval to a liquidity pool',
  why: 'A router or a callback pays the pools of Uniswap and its forks; a pool never spends an approval (UniswapV2Pair, UniswapV3Pool). The site has mistaken the address, or uses a familiar name to look harmless.',
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
        description: `${nameAccount(spender, spenderAccount)} is a liquidity pool, which needs no approval for ${yourAsset(symbol, token)}.`,
        evidence: { token, spender, allowance: String(after), standard, shownBy },
      })),
})
