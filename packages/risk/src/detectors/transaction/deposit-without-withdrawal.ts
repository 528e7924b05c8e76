import { claimOn, isClaimed } from '../../derive/claimed.ts'
import { creditOf } from '../../derive/creditOf.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Functions whose name promises a deposit that stays the caller's. */
const DEPOSITS = /^_?(stake|deposit|lock|supply|invest|bond|provide|addLiquidity|restake|delegate|farm|save)/i
/** Percent of a holding below which something without a price may be bought without a warning. */
const SMALL_PERCENT = 10n
/** USD below which a deposit is a trial. */
const MAX_TRIAL_USD = 20

export default defineDetector({
  id: 'deposit-without-withdrawal',
  title: 'Deposit without a withdrawal',
  why: 'The contract records a deposit for you or gives you shares of it, and no call that Redoubt tried as you pays it back within 400 days. Fake staking pools and vaults work like this.',
  advice: 'Reject it unless you know how the deposit is paid back. Deposit a small amount first, and withdraw it.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['movements', 'claims', 'decodedSteps', 'counterparties', 'recipient', 'simulation'],
  detect: ({ movements, claims, decodedSteps, counterparties, recipient, simulation }) => {
    if (claims.length === 0) return 'not-applicable'
    const isNamed = decodedSteps.some(({ functionName }) => functionName !== null && DEPOSITS.test(functionName))
    const issued = movements.gained.flatMap(({ address, assetType }) =>
      assetType === 'erc20' && address ? [address] : [],
    )
    return movements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      if (claim === null || isClaimed(claim) || loss.returned === 'value') return []
      if (goesToWallet(loss, { recipient, counterparties }, simulation)) return []
      const [taker] = loss.takers
      const isRecorded = creditOf(simulation.stateDiff, loss) >= loss.amount
      // Shares that the receiver itself issued; other tokens are purchases.
      const isShare = loss.returned === 'unpriced' && issued.some((token) => loss.takers.includes(token))
      const isDeposit = isRecorded || isShare || (isNamed && loss.returned === 'nothing')
      if (!isDeposit || (!claim.complete && !claim.openToOthers)) return []
      const account = taker === recipient?.address ? recipient : taker === undefined ? undefined : counterparties[taker]
      const name = taker === undefined ? 'the contract' : nameAccount(taker, account)
      // Nothing is called a deposit, and nothing offers a way back: a sale of what the contract issues or records.
      const isSale = !isNamed && claim.offered.length === 0 && claim.returned === 0n && !claim.openToOthers
      const story = claim.openToOthers
        ? `an unrelated account could withdraw it with the same call`
        : claim.returned > 0n
          ? `only ${describeAsset({ ...loss, amount: claim.returned })} of it comes back`
          : claim.offered.length > 0
            ? `no withdrawal pays it back: ${claim.offered.slice(0, 3).join(', ')} failed at once and up to 400 days later`
            : 'its code has no function that pays it back to you'
      return [
        {
          severity: isSale && isSmall(loss) ? 'low' : isTrial(loss) || isSale ? 'medium' : 'high',
          description: `You deposit ${describeAsset(loss)} with ${name}, and ${story}. Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            returned: String(claim.returned),
            takers: loss.takers,
            recorded: isRecorded,
            shares: isShare,
            offered: claim.offered,
            openToOthers: claim.openToOthers,
          },
        },
      ]
    })
  },
})

function isSmall({ amount, before }: Loss): boolean {
  return before !== null && amount * 100n < before * SMALL_PERCENT
}

function isTrial({ usd }: Loss): boolean {
  return usd !== null && usd < MAX_TRIAL_USD
}
