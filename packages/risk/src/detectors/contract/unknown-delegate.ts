import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { obeysOnlyItsAccount } from '../../facts/delegateActs.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'unknown-delegate',
  title: 'Unknown EIP-7702 delegate',
  why: 'Under EIP-7702 the delegate’s code controls everything the account holds. Most delegations to unknown code come from stolen keys: the delegate forwards every payment at once.',
  advice: 'Send it nothing. If it is your own account, revoke the delegation and move its assets to a new wallet.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  decisive: true,
  needs: ['subject', 'implementations', 'delegateActs'],
  detect: ({ subject, implementations, delegateActs }) => {
    const { class: kind, delegate, address } = subject
    if (kind !== 'delegated-eoa') return 'not-applicable'
    if (delegate === null) return { unknown: ['delegate'] }
    const code = implementations.find((one) => one.address === delegate)
    if (KNOWN_DELEGATES.has(delegate) || (code && isNamed(code))) return []
    const recent = code?.deployedRecently ?? null
    const refuses = obeysOnlyItsAccount(delegateActs)
    const keys = delegateActs?.namedKeys ?? []
    return [
      {
        severity: recent === true ? 'high' : refuses ? 'low' : 'medium',
        description: `The account runs the code of ${shortAddress(delegate)}, an unknown delegate${recent === true ? ' deployed very recently' : ''}; ${keys[0] ? `${shortAddress(keys[0])}, which the code names,` : 'its maker'} may control the account.`,
        evidence: { address, delegate, deployedRecently: recent, ...(keys.length > 0 && { namedKeys: keys }) },
      },
    ]
  },
})
