import { detectorTest } from '../../packages/risk/src/testing/detectorTest.ts'
import { signIn } from '../../packages/risk/src/testing/sampleMessage.ts'
import detector from './message.ts'

const resources = (count: number) => Array.from({ length: count }, (_, index) => `https://app.example/${index}`)

detectorTest(detector, {
  detects: { 'a sign-in with a hundred and one resources': { intents: [signIn({ resources: resources(101) })] } },
  clears: {
    'a sign-in with three resources': { intents: [signIn({ resources: resources(3) })] },
    'a permit': {},
  },
})
