import { defineDetector } from '../../detector.ts'
import { KNOWN_DELEGATES } from '../../knownDelegates.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'delegated-account',
  title: 'It is a person’s account that runs code',
  why: 'Under EIP-7702 an account with a key runs the code of another contract as its own. The key can change that at any time, so what the code says holds until the next transaction.',
  advice: 'Judge it as a person’s account. Of your own: make sure you know the delegate.',
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
        description: `An account with a key, which runs the code of ${known ?? shortAddress(delegate)} (EIP-7702).`,
        evidence: { address, delegate, known: known ?? null },
      },
    ]
  },
})
