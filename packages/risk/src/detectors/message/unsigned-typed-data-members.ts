import { defineDetector } from '../../engine/detector.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'unsigned-typed-data-members',
  title: 'Unsigned members in typed data',
  why: 'The message carries members that its types do not declare. The signature does not cover them, and a wallet that shows them lets a site write anything beside the signed content.',
  advice: 'Do not sign it: no honest site needs them.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { form }, intents }) => {
    if (form.type !== 'typed-data') return 'not-applicable'
    const { undeclared } = form
    if (undeclared.length === 0) return []
    // Libraries pass objects with a member too many; where something may be lost, it may be there to deceive.
    const harmless = intents.length > 0 && intents.every(({ kind }) => kind === 'vote' || kind === 'sign-in')
    return [
      {
        severity: harmless ? ('low' as const) : ('medium' as const),
        description: `${listWords(undeclared.map(quote))} ${undeclared.length === 1 ? 'is' : 'are'} in the message but not covered by the signature.`,
        evidence: { undeclared: undeclared.slice(0, 20), count: undeclared.length },
      },
    ]
  },
})
