import { severityFor } from '../../contract/callers.ts'
import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'upgradeable-by-one-key',
  title: 'One key can replace the code',
  why: 'The contract is a proxy, and an account moved by a single key may point it at other code at any time. Several of the largest losses began with such a key.',
  advice: 'Do not leave more in it than you would lend to that key.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  // Shown by storage, not by an upgrade that was made.
  confidence: 'medium',
  family: 'upgrade',
  needs: ['proxy', 'subject'],
  detect: ({ proxy, subject }) => {
    if (proxy === null || subject.class === 'delegated-eoa' || proxy.kind === 'safe') return 'not-applicable'
    if (proxy.upgradeable === false || proxy.admin?.account !== 'eoa') return []
    return [
      {
        severity: severityFor('high', 'eoa', subject),
        description: `${shortAddress(proxy.admin.address)}, one key, can replace the code of this contract.`,
        evidence: {
          proxy: proxy.kind,
          implementations: proxy.implementations,
          beacon: proxy.beacon,
          caller: proxy.admin.address,
          callerClass: 'eoa',
          by: proxy.admin.by,
          state: 'potential',
        },
      },
    ]
  },
})
