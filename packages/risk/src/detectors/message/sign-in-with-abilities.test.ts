import { detectorTest } from '../../testing/detectorTest.ts'
import { signIn } from '../../testing/sampleMessage.ts'
import detector from './sign-in-with-abilities.ts'

const ability = 'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9hcHAuZXhhbXBsZSI6e319fQ'

detectorTest(detector, {
  detects: {
    'an ability without end': { intents: [signIn({ resources: [ability] })] },
    'two abilities until tomorrow': {
      intents: [signIn({ resources: [ability, ability.toUpperCase()], expiresAt: '2023-11-15T22:13:20Z' })],
    },
  },
  clears: {
    'a plain sign-in': { intents: [signIn()] },
    'terms of service as resource': { intents: [signIn({ resources: ['https://app.example/terms'] })] },
    'a permit': {},
  },
})
