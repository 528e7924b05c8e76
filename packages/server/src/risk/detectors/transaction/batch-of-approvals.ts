import { defineDetector } from '../../detector.ts'
import type { Address } from '../../facts.ts'
import { spenderKindOf } from '../../spenderKind.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

const MANY_TOKENS = 3

export default defineDetector({
  id: 'batch-of-approvals',
  title: 'Several tokens approved at once',
  why: 'Honest protocols ask for the one or two tokens a trade needs. Drainers collect permission over everything of value in one signature.',
  advice: 'Reject it, and be wary of the site that asked.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) => {
    const tokens = new Map<Address, Set<Address>>()
    for (const { spender, token, spenderAccount } of grants) {
      if (spenderKindOf(spenderAccount) === 'protocol') continue
      tokens.set(spender, (tokens.get(spender) ?? new Set()).add(token))
    }
    return [...tokens]
      .filter(([, approved]) => approved.size >= MANY_TOKENS)
      .map(([spender, approved]) => ({
        description: `${nameAccount(spender)} asks for permission over ${approved.size} tokens at once.`,
        evidence: { spender, tokens: [...approved].sort() },
      }))
  },
})
