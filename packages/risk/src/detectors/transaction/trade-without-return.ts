import { defineDetector } from '../../engine/detector.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Functions whose name promises something in return. */
const TRADES = /^(swap|exact(Input|Output)|sell|buy|trade|exchange|unoswap|uniswapV3Swap|fulfill|match)/i

export default defineDetector({
  id: 'trade-without-return',
  title: 'Trade that returns nothing',
  why: 'The call is a trade by name and takes your assets, and neither you nor any receiver in the call gets anything: a honeypot that lets you sell for zero, or a slippage limit of zero on a drained pool.',
  advice: 'Reject it. The token probably cannot be sold.',
  appliesTo: 'transaction',
  category: 'liquidity',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['movements', 'decodedSteps', 'balanceChanges', 'principals'],
  detect: ({ movements, decodedSteps, balanceChanges, principals }) => {
    const trades = decodedSteps.filter(({ functionName }) => functionName !== null && TRADES.test(functionName))
    if (trades.length === 0) return 'not-applicable'
    const given = movements.lost.filter(({ how }) => how !== 'sent')
    // Dust for something without a price may be all that it is worth.
    if (given.length === 0 || given.some(({ returned }) => returned !== 'nothing')) return []
    if (movements.gained.length > 0 && given.every(({ usd }) => usd === null)) return []
    const givenAssets = new Set(given.map(({ address }) => address))
    const named = JSON.stringify(trades.map(({ parameters }) => parameters.map(({ value }) => value))).toLowerCase()
    // The proceeds of a trade may go to another account that the call names; that is a finding of its own.
    const anotherParty = balanceChanges.some(
      ({ account, change, address }) =>
        change > 0n && !givenAssets.has(address) && !principals.includes(account) && named.includes(account.slice(2)),
    )
    if (anotherParty) return []
    return [
      {
        description: `You give ${given.map(describeAsset).join(', ')} in a trade and get nothing in return.`,
        evidence: {
          function: trades[0]?.functionName ?? null,
          given: given.map(({ address, amount }) => `${amount} of ${address ?? 'native'}`),
        },
      },
    ]
  },
})
