import { isClaimed } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** USD below which a deposit is a trial. */
const MAX_TRIAL_USD = 20

export default defineDetector({
  id: 'permit-for-deposit-without-withdrawal',
  title: 'Permit for a deposit without a withdrawal',
  why: 'Redoubt used the permit as the deposit function of its spender does, and no call that it tried as you pays the deposit back within 30 days. Fake staking pools and vaults work like this.',
  advice: 'Do not sign it unless you know how the deposit is paid back. Deposit a small amount first, and withdraw it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['permitDeposits', 'named', 'worstCase'],
  detect: ({ permitDeposits, named, worstCase }) => {
    if (permitDeposits.length === 0) return 'not-applicable'
    return permitDeposits.flatMap(({ spender, token, entry, claim }) => {
      if (isClaimed(claim) || (!claim.complete && !claim.openToOthers)) return []
      const loss = worstCase.lost.find(({ address, account }) => address === token && account === claim.account)
      const usd = loss?.usd == null ? null : (loss.usd * Number(claim.amount)) / Number(loss.amount)
      const { symbol = null, decimals = null } = named[token]?.token ?? {}
      const asset = describeAsset({
        assetType: 'erc20',
        address: token,
        symbol,
        decimals,
        tokenId: null,
        amount: claim.amount,
      })
      const story = claim.openToOthers
        ? 'an unrelated account could withdraw it with the same call'
        : claim.returned > 0n
          ? 'only a part of it comes back'
          : 'no withdrawal pays it back'
      return [
        {
          ...(usd !== null && usd < MAX_TRIAL_USD && { severity: 'medium' as const }),
          description: `${nameAccount(spender, named[spender])} takes ${asset} as a deposit by this permit, and ${story}. Confirmed in simulation.`,
          evidence: {
            spender,
            token,
            amount: String(claim.amount),
            returned: String(claim.returned),
            function: entry.signature ?? entry.selector,
            offered: claim.offered,
            openToOthers: claim.openToOthers,
          },
        },
      ]
    })
  },
})
