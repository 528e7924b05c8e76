import { spenderKindOf } from '../../accounts/spenderKind.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'

const MANY_TOKENS = 3

export default defineDetector({
  id: 'batch-permit',
  title: 'Batch permit for several tokens',
  why: 'Honest protocols ask for the one or two tokens a trade needs. Drainers collect every valuable token with one signature of a Permit2 batch.',
  advice: 'Do not sign it, and leave the site that asked.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const tokens = new Map<Address, Set<Address>>()
    for (const { spender, token, spenderAccount } of permissions) {
      if (spenderKindOf(spenderAccount) === 'protocol') continue
      tokens.set(spender, (tokens.get(spender) ?? new Set()).add(token))
    }
    const hits = [...tokens]
      .filter(([, asked]) => asked.size >= MANY_TOKENS)
      .map(([spender, asked]) => ({
        description: `${nameAccount(spender, named[spender])} asks for a permit over ${asked.size} tokens at once.`,
        evidence: { spender, tokens: [...asked].sort() },
      }))
    return judged(hits, unknown)
  },
})
