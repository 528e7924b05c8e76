import { defineDetector } from '../../engine/detector.ts'
import type { Label } from '../../facts/account.ts'
import { nameAccount } from '../../wording/accountNames.ts'

const FLAGS: readonly Label['category'][] = ['scammer', 'hacker']

export default defineDetector({
  id: 'flagged-owner',
  title: 'Block-listed contract owner',
  why: 'An owner, admin or role holder of this contract is listed as a scammer or hacker: by plan, or because an attacker stole a key.',
  advice: 'Do not interact with it; revoke your approvals for it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['privileged'],
  detect: ({ privileged }) =>
    privileged
      .filter(({ account, labels }) => account !== 'burned' && labels.some(({ category }) => FLAGS.includes(category)))
      .map((one) => ({
        description: `${nameAccount(one.address, one)} controls this contract and is on a block list.`,
        evidence: {
          address: one.address,
          by: one.by,
          callerClass: one.account,
          lists: one.labels.map(({ category, name, source }) => `${category}: ${name} (${source})`),
        },
      })),
})
