import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, isAllOrNothing, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameUnknownContract } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'unlimited-permit-to-unknown-contract',
  title: 'Unlimited permit for an unknown contract',
  why: 'A holder of the signature can let the contract take every token of this kind that you have, without a transaction of yours. Drainers ask for exactly this (EIP-2612, Permit2, DAI).',
  advice:
    'Do not sign it, or sign only for the amount of this one trade, after checking the contract with its project.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['message', 'intents', 'named', 'block', 'consentingSpenders'],
  detect: ({ message, intents, named, block, consentingSpenders }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions
      .filter(({ unlimited, spenderAccount }) => unlimited && spenderKindOf(spenderAccount) === 'unknown')
      .map((one) => {
        // Where no smaller permit exists, what the spender's code lets others do decides.
        const isConsenting = isAllOrNothing(one) && consentingSpenders.includes(one.spender)
        const taken = `${nameUnknownContract(one.spenderAccount)} may take all ${describeTakenAsset(one)}`
        return {
          severity: isConsenting ? ('medium' as const) : ('critical' as const),
          description: isConsenting
            ? `${taken}, now and later: this permit has no amount. The code of the contract was executed: no path moves it to others without a call, record or signature of its owner. Revoke the permit when you are done.`
            : `${taken}.`,
          evidence: { ...permissionEvidence(one), consenting: isConsenting },
        }
      })
    return judged(hits, unknown)
  },
})
