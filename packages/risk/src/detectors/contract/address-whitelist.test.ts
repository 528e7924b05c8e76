import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './address-whitelist.ts'

detectorTest(detector, {
  detects: { 'a list of exempt accounts': able('whitelist', 'excludeFromFee(address,bool)') },
  clears: {
    'a plain token': {},
    'a list that no account can write to any more': able('whitelist', 'excludeFromFee(address,bool)', {
      owner: 'burned',
    }),
    'another power': able('blacklist', 'ban(address)'),
  },
})
