import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'outcome-through-upgradeable-proxy',
  title: 'Proxy upgradeable by a single key',
  why: 'A contract that this transaction calls is a proxy, and a single key can replace its implementation at any time, also between this check and the block. Many honest young projects work like this, so find out who holds the key; this is no accusation.',
  advice: 'Trust the contract only as far as you trust the holder of that key, and leave no unlimited approval behind.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['validity'],
  detect: ({ validity }) =>
    validity.upgradeable
      .filter(({ wellKnown, adminClass }) => !wellKnown && adminClass === 'eoa')
      .map(({ proxy, implementation, admin }) => ({
        description: `${admin === null ? 'A single key' : `The key of ${shortAddress(admin)}`} can replace the code of ${shortAddress(proxy)} at any time.`,
        evidence: { proxy, implementation, ...(admin !== null && { admin }) },
      })),
})
