import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../detector.ts'
import { KNOWN_DELEGATES } from '../../knownAddresses.ts'
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
    // The probe refused a stranger everywhere and kept the payments. The code may still obey its author.
    const refuses = delegateActs !== null && delegateActs.acts.length === 0 && delegateActs.cut.length === 0
    return [
      {
        severity: recent === true ? 'high' : refuses ? 'low' : 'medium',
        description: `The account runs the code of ${shortAddress(delegate)}, an unknown delegate${recent === true ? ' deployed very recently' : ''}; its maker may control the account.`,
        evidence: { address, delegate, deployedRecently: recent },
      },
    ]
  },
})
