import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import { judged } from '../../message/parties.ts'
import { type Permission, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { depositOf, isSafeDeposit } from '../../message/permitDeposits.ts'
import { nameUnknownContract } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
export default defineDetector({
  id: 'limited-permit-to-unknown-contract',
  title: 'Limited permit for an unknown contract',
  why: 'The contract can take the signed amount. A small amount limits the loss; an amount as large as your balance limits nothing, and each NFT is unique.',
  advice: 'Check that the amount equals what you want to spend and that the contract belongs to the project you use.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  family: 'approval',
  needs: [
    'message',
    'intents',
    'named',
    'block',
    'worstCase',
    'permitDeposits',
    'consentingSpenders',
    'executedIntents',
  ],
  detect: ({ message, intents, named, block, worstCase, permitDeposits, consentingSpenders, executedIntents }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions
      .filter(({ unlimited, spenderAccount }) => !unlimited && spenderKindOf(spenderAccount) === 'unknown')
      .map((one) => {
        const { token, symbol, decimals, tokenId, amount } = one
        const asset = describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId, amount })
        // What its code lets others do decides, not the share.
        const isConsenting = consentingSpenders.includes(one.spenderAccount.address)
        const isPaid = isPaidFor(one, { intents, worstCase, executedIntents })
        const isSafe = isConsenting || isPaid || isSafeDeposit(depositOf(permitDeposits, one))
        return {
          // A vault from which all of it comes back takes what an honest deposit takes.
          severity: isSafe ? ('low' as const) : severityOf(one, worstCase),
          description: `${nameUnknownContract(one.spenderAccount)} may take ${asset}.${
            isConsenting
              ? ' Its code was executed: no path moves it to others without a call, record or signature of its owner.'
              : isPaid
                ? ' Its code was executed with the signature, and pays for it.'
                : ''
          }`,
          evidence: permissionEvidence(one),
        }
      })
    return judged(hits, unknown)
  },
})

/**
 * Whether the contract's own code used the signature, and paid for what it took. The order in it is signed as well, so that no other use is
 * possible.
 */
function isPaidFor(
  { token, owner, use }: Permission,
  { intents, worstCase, executedIntents }: Pick<Facts, 'intents' | 'worstCase' | 'executedIntents'>,
): boolean {
  const isOrdered = intents.some(
    (intent, at) =>
      intent.kind === 'transfer' && intent.token === token && intent.witness !== null && executedIntents.includes(at),
  )
  const lost = worstCase.lost.find(({ address, account }) => address === token && account === owner)
  return use === 'transfer' && isOrdered && lost?.returned === 'value'
}

/** Drainers that want to look modest ask for half of a holding, or for a single item. */
function severityOf({ token, tokenId, owner, amount, use }: Permission, { lost }: Facts['worstCase']): Severity {
  if (tokenId !== null) return 'high'
  const held = lost.find(({ address, account }) => address === token && account === owner)?.before ?? null
  if (held === null) return 'medium'
  if (amount * 2n >= held) return 'high'
  // A transfer is used at once and in full, and the spender chooses its receiver.
  return use === 'transfer' ? 'medium' : 'low'
}
