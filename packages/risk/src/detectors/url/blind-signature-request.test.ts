import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './blind-signature-request.ts'

const asks = (method: string) => ({ browsing: browsing({ requests: [walletRequest({ method })] }) })

detectorTest(detector, {
  detects: { 'a bare hash': asks('eth_sign') },
  clears: { 'a readable message': asks('personal_sign'), 'no request': {} },
})
