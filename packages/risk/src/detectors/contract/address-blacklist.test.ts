import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './address-blacklist.ts'

const LIST = 'addBlackList(address)'

detectorTest(detector, {
  detects: {
    'a blacklist that one key keeps': able('blacklist', LIST),
    'a blacklist that does not work now': { ...able('blacklist', LIST, { state: 'potential' }), severity: 'low' },
    'a blacklist that a multisig keeps': { ...able('blacklist', LIST, { owner: 'multisig' }), severity: 'info' },
    'USDT and its like': {
      ...able('blacklist', LIST),
      subject: contract(USDC, { labels: [label('token', 'Tether USD')] }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'a list that no account can write to any more': able('blacklist', LIST, { owner: 'burned' }),
    'another power': able('pause', 'pause()'),
  },
})
