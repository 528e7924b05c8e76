import { defineDetector } from '../../engine/detector.ts'
import { quote } from '../../wording/accountNames.ts'

/** ReCap URIs (ERC-5573) carry the abilities that the signature grants. */
const RECAP = /^urn:recap:/i
const LONGEST = 120

export default defineDetector({
  id: 'sign-in-with-abilities',
  title: 'Sign-in with delegated abilities (ReCap)',
  why: 'The message carries abilities among its resources (ERC-5573): a holder of the signature can do these things in your name, on services that honour them, until it expires.',
  advice: 'Sign it only if you know the purpose of each ability. A plain sign-in needs none.',
  appliesTo: 'message',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  needs: ['intents'],
  detect: ({ intents }) =>
    intents.flatMap((intent) => {
      if (intent.kind !== 'sign-in') return []
      const abilities = intent.resources.filter((resource) => RECAP.test(resource))
      if (abilities.length === 0) return []
      return [
        {
          description: `Signing in to ${quote(intent.domain)} also gives ${abilities.length === 1 ? 'an ability' : `${abilities.length} abilities`} to act for you${intent.expiresAt === null ? ', without end' : ''}.`,
          evidence: {
            domain: intent.domain,
            abilities: abilities.map((ability) => ability.slice(0, LONGEST)),
            expiresAt: intent.expiresAt,
          },
        },
      ]
    }),
})
