import { detectorTest } from '../../detectorTest.ts'
import { privileged, proxy, TOKEN } from '../../sampleContract.ts'
import { account, contract, label } from '../../sampleFacts.ts'
import detector from './upgradeable-by-one-key.ts'

detectorTest(detector, {
  detects: {
    'an admin with a key': { proxy: proxy() },
    'a beacon whose owner has a key': { proxy: proxy({ kind: 'beacon' }) },
    'a famous token': { proxy: proxy(), subject: contract(TOKEN, { labels: [label('token')] }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a multisig as admin': { proxy: proxy({ admin: privileged({ account: 'multisig' }) }) },
    'a timelock as admin': { proxy: proxy({ admin: privileged({ account: 'timelock' }) }) },
    'a minimal proxy, fixed for ever': { proxy: proxy({ kind: 'eip1167', admin: null, upgradeable: false }) },
    'somebody’s Safe': { proxy: proxy({ kind: 'safe' }) },
    'an EIP-7702 account, which is a person': {
      subject: account(TOKEN, { class: 'delegated-eoa' }),
      proxy: proxy({ kind: 'eip7702' }),
    },
  },
})
