import { spenderKindOf } from '../../accounts/spenderKind.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

const MANY_TOKENS = 3

export default defineDetector({
  id: 'batch-approval',
  title: 'Batch of approvals for several tokens',
  why: 'Honest protocols ask for the one or two tokens a trade needs. Drainers collect approvals over every valuable token in one transaction.',
  advice: 'Reject it, and leave the site that asked.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) => {
    const tokens = new Map<Address, Set<Address>>()
    for (const { spender, token, spenderAccount, spentLater } of grants) {
      // What the rest of its bundle was seen to spend is no collection.
      if (spentLater || spenderKindOf(spenderAccount) === 'protocol') continue
      tokens.set(spender, (tokens.get(spender) ?? new Set()).add(token))
    }
    return [...tokens]
      .filter(([, approved]) => approved.size >= MANY_TOKENS)
      .map(([spender, approved]) => ({
        description: `${nameAccount(spender)} asks for approval over ${approved.size} tokens at once.`,
        evidence: { spender, tokens: [...approved].sort() },
      }))
  },
})
