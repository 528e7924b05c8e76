import { defineDetector } from '../../packages/risk/src/engine/detector.ts'

/** Apps that use resources name a handful. */
const MAX_RESOURCES = 100

export default defineDetector({
  id: 'template-message',
  title: 'Sign-in with very many resources',
  why: 'EIP-4361 lets a sign-in message name resources. A wallet shows the first of a long list, so the dangerous one can hide at its end.',
  advice: 'Do not sign it. Sign in on a site that asks for a name only.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  needs: ['intents'],
  detect: ({ intents }) => {
    const signIns = intents.filter((intent) => intent.kind === 'sign-in')
    if (signIns.length === 0) return 'not-applicable'
    return signIns
      .filter(({ resources }) => resources.length > MAX_RESOURCES)
      .map(({ domain, resources }) => ({
        description: `The sign-in to ${domain} names ${resources.length} resources.`,
        evidence: { domain, resources: resources.length, last: resources.slice(-10) },
      }))
  },
})
