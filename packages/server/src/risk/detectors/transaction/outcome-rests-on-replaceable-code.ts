import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'outcome-rests-on-replaceable-code',
  title: 'One key can replace the code this runs',
  why: 'A contract on the path hands calls to code elsewhere, and a single key may exchange that code at any time, also between check and inclusion. Many honest young projects work like this, so it is a reason to know who that is, not an accusation.',
  advice: 'Trust it no more than you trust whoever has that key, and do not leave an unlimited approval behind.',
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
