import { isNamed } from '../../contract/isNamed.ts'
import { defineDetector } from '../../detector.ts'
import { KNOWN_DELEGATES } from '../../knownDelegates.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'unknown-delegate',
  title: 'The account runs code that nobody knows',
  why: 'Under EIP-7702 whatever its delegate allows can be done with everything the account holds. Most delegations to unknown code are of stolen keys: the delegate sends on at once whatever arrives.',
  advice: 'Send it nothing. Of your own account: take the delegation back, and move what it holds.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  decisive: true,
  needs: ['subject', 'implementations'],
  detect: ({ subject, implementations }) => {
    const { class: kind, delegate, address } = subject
    if (kind !== 'delegated-eoa') return 'not-applicable'
    if (delegate === null) return { unknown: ['delegate'] }
    const code = implementations.find((one) => one.address === delegate)
    if (KNOWN_DELEGATES.has(delegate) || (code && isNamed(code))) return []
    const recent = code?.deployedRecently ?? null
    return [
      {
        severity: recent === true ? 'high' : 'medium',
        description: `It runs the code of ${shortAddress(delegate)}, which is no known wallet’s${recent === true ? ' and is very new' : ''}; what its maker can do with the account is not known.`,
        evidence: { address, delegate, deployedRecently: recent },
      },
    ]
  },
})
