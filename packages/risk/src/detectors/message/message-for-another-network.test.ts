import { detectorTest } from '../../testing/detectorTest.ts'
import { personalText, signIn, typedData } from '../../testing/sampleMessage.ts'
import detector from './message-for-another-network.ts'

detectorTest(detector, {
  detects: {
    'a permit for another network': typedData({ chainId: 137n }),
    'a vote counted elsewhere': { severity: 'info', ...typedData({ chainId: 100n }), intents: [] },
    'a sign-in that names another network': {
      severity: 'info',
      ...personalText(),
      intents: [signIn({ chainId: 137n })],
    },
  },
  clears: {
    'a permit for this network': {},
    'a message bound to no network, which is another finding': typedData({ chainId: null }),
    'a sign-in here': { ...personalText(), intents: [signIn()] },
  },
})
