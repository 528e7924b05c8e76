import { isStake } from '../../derive/chance.ts'
import { claimOn, isClaimed } from '../../derive/claimed.ts'
import type { Loss, Movement } from '../../derive/shapes.ts'
import { tradeLossHits } from '../../derive/tradeLossHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Claim } from '../../facts/claim.ts'

export default defineDetector({
  id: 'trade-below-market-price',
  title: 'Trade far below market price',
  why: 'By independent oracles, and by pools where no oracle has a price, you get assets worth far less than what you give: a thin pool, a sandwich attack on a loose slippage limit, a fake token, or a scam.',
  advice: 'Compare with another exchange, trade a smaller amount, or set a tighter slippage limit.',
  appliesTo: 'transaction',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['movements', 'balanceChanges', 'parts', 'simulation', 'claims'],
  detect: ({ movements: { lost, gained }, balanceChanges, parts, simulation, claims }) => {
    // A call that returns nothing is no trade: what crosses a bridge beside a swap was not lost in the swap.
    const gifts = parts.flatMap(({ movements }) => (movements.gained.length === 0 ? movements.lost : []))
    // Collateral that its owner can take back, tried, is no price of the loan.
    const given = lost
      .filter((loss) => loss.how !== 'sent' && !isHeldForOwner(loss, claims))
      .flatMap((loss) => without(loss, gifts))
    const hits = tradeLossHits({ given, gained }, balanceChanges)
    // One draw of a game is no price.
    if (!Array.isArray(hits) || !given.every((one) => isStake(one, simulation))) return hits
    return hits.map((hit) => ({ ...hit, severity: 'medium' satisfies Severity }))
  },
})

function isHeldForOwner(loss: Loss, claims: readonly Claim[]): boolean {
  const claim = claimOn(claims, loss)
  return claim !== null && isClaimed(claim) && claim.beneficiary === null && claim.amount >= loss.amount
}

function without(loss: Movement, gifts: readonly Loss[]): Movement[] {
  const { account, address, tokenId, amount, usd } = loss
  const given = gifts
    .filter((one) => one.how !== 'sent' && one.account === account)
    .filter((one) => one.address === address && one.tokenId === tokenId)
    .reduce((sum, one) => sum + one.amount, 0n)
  if (given === 0n) return [loss]
  const rest = amount - given
  return rest > 0n ? [{ ...loss, amount: rest, usd: usd === null ? null : (usd * Number(rest)) / Number(amount) }] : []
}
