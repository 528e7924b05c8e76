import { detectorTest } from '../../testing/detectorTest.ts'
import { privileged, proxy } from '../../testing/sampleContract.ts'
import detector from './upgradeable-proxy.ts'

detectorTest(detector, {
  detects: {
    'another contract as admin': { proxy: proxy({ admin: privileged({ account: 'contract' }) }) },
    'an admin that could not be found': { proxy: proxy({ admin: null, upgradeable: null }) },
    'a multisig as admin': { proxy: proxy({ admin: privileged({ account: 'multisig' }) }), severity: 'low' },
    'a timelock as admin': { proxy: proxy({ admin: privileged({ account: 'timelock' }) }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a minimal proxy, fixed for ever': { proxy: proxy({ kind: 'eip1167', admin: null, upgradeable: false }) },
    'an admin that was burned': { proxy: proxy({ admin: privileged({ account: 'burned' }) }) },
    'one key, which is another finding': { proxy: proxy() },
    'another person’s Safe': { proxy: proxy({ kind: 'safe' }) },
  },
})
