import { spenderKindOf } from '../../accounts/spenderKind.ts'
import type { Grant } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { nameUnknownContract } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'limited-approval-to-unknown-contract',
  title: 'Limited approval to an unknown contract',
  why: 'The contract can take the approved amount at any time. A small amount limits the loss; an amount as large as your balance limits nothing, and each NFT is unique.',
  advice: 'Check that the amount equals what you want to spend and that the contract belongs to the project you use.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  family: 'approval',
  needs: ['grants', 'consentingSpenders'],
  detect: ({ grants, consentingSpenders }) =>
    grants
      .filter(({ unlimited, spenderAccount }) => !unlimited && spenderKindOf(spenderAccount) === 'unknown')
      .map((grant) => {
        const { token, symbol, decimals, tokenId, spender, spenderAccount, after, standard, shownBy, balance } = grant
        const asset = describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId, amount: after })
        // What its code lets others do decides, not the share; a proxy may run other code tomorrow. The share says nothing of an approval
        // that the rest of its bundle was seen to spend.
        const isConsenting = consentingSpenders.includes(spender) && spenderAccount.kind?.type !== 'proxy'
        return {
          severity: isConsenting || grant.spentLater ? ('low' as const) : severityOf(grant),
          description: `${nameUnknownContract(spenderAccount)} may take ${asset}${shareOf(grant)}.${
            isConsenting
              ? ' Its code was executed: no path moves it to others without a call, record or signature of its owner.'
              : ''
          }`,
          evidence: {
            token,
            spender,
            allowance: String(after),
            consenting: isConsenting,
            balance: balance === null ? null : String(balance),
            tokenId: tokenId === null ? null : String(tokenId),
            standard,
            shownBy,
          },
        }
      }),
})

/** Drainers that want to look modest ask for half of a holding, or for a single item. */
function severityOf({ tokenId, standard, balance, after }: Grant): Severity {
  if (tokenId !== null && standard !== 'erc6909') return 'high'
  if (balance === null) return 'medium'
  return balance > 0n && after * 2n >= balance ? 'high' : 'low'
}

function shareOf({ tokenId, standard, balance, after }: Grant): string {
  if ((tokenId !== null && standard !== 'erc6909') || balance === null || balance === 0n) return ''
  if (after >= balance) return ', which is all you hold'
  return after * 2n >= balance ? ', which is most of what you hold' : ''
}
