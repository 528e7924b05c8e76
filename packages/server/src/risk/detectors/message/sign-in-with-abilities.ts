import { defineDetector } from '../../detector.ts'
import { quote } from '../../wording/quote.ts'

/** ReCap URIs (ERC-5573) carry what the signature lets somebody do. */
const RECAP = /^urn:recap:/i
const LONGEST = 120

export default defineDetector({
  id: 'sign-in-with-abilities',
  title: 'The sign-in gives more than a sign-in',
  why: 'Among its resources the message carries abilities (ERC-5573): whoever gets the signature may do these things in your name, on services that honour them, until it expires.',
  advice: 'Sign it only if you know what the abilities are for. A plain sign-in needs none.',
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
