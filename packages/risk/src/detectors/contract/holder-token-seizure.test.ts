import { detectorTest } from '../../testing/detectorTest.ts'
import { flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import detector from './holder-token-seizure.ts'

const take = flip('reclaim(address)', { effect: 'siphons', after: { sellTax: 0 } })

detectorTest(detector, {
  detects: {
    'one key that takes back': { ...flips(take), severity: 'critical' },
    'a court that is a multisig': { ...flips(take, 'multisig'), severity: 'medium' },
    'another contract': { ...flips(take, 'contract'), severity: 'high' },
  },
  clears: {
    'a plain token': {},
    'what is no token': NO_TOKEN,
    'a pause': flips(flip('pause()')),
    'a power that was given up': flips(take, 'burned'),
  },
  unknowns: { 'a token that could not be traded': { trade: null } },
})
