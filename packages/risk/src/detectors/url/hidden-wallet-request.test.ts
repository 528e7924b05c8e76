import type { Obfuscation } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page } from '../../testing/sampleUrl.ts'
import detector from './hidden-wallet-request.ts'

const hides = (...kinds: Obfuscation[]) => ({ page: page({ obfuscation: marks(...kinds) }) })

detectorTest(detector, {
  detects: {
    'an encoded call': hides('eval-of-decoded', 'hidden-wallet-call'),
    'code that a server answers': { ...hides('remote-code'), severity: 'medium' },
  },
  clears: { 'packed code without a wallet': hides('packed', 'hex-names'), 'a shop': {} },
})
