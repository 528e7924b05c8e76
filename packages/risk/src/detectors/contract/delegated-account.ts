import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'delegated-account',
  title: 'EIP-7702 delegated account',
  why: 'Under EIP-7702 an account with a private key runs the code of another contract as its own. The key can change the delegate at any time, so this result holds only until the next transaction.',
  advice: 'Judge it as a personal wallet. If it is your own account, make sure that you know the delegate.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) => {
    const { class: kind, delegate, address } = subject
    if (kind !== 'delegated-eoa' || delegate === null) return []
    const known = KNOWN_DELEGATES.get(delegate)
    return [
      {
        severity: known ? 'info' : 'low',
        description: `This personal account runs the code of ${known ?? shortAddress(delegate)} (EIP-7702).`,
        evidence: { address, delegate, known: known ?? null },
      },
    ]
  },
})
