import { detectorTest } from '../../detectorTest.ts'
import { contract, pay, ROUTER, router, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import detector from './blob-transaction.ts'

const blobs = { blobVersionedHashes: [`0x01${'ab'.repeat(31)}`], maxFeePerBlobGas: 7n } as const

detectorTest(detector, {
  detects: {
    'blobs for a contract nobody knows': {
      ...pay(UNKNOWN_CONTRACT, 0n, { ...blobs, blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: contract(UNKNOWN_CONTRACT),
    },
    'blobs for a known service': {
      ...pay(ROUTER, 0n, { ...blobs, blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: router(),
      severity: 'low',
    },
  },
  clears: { 'an ordinary transaction': {}, 'an access list': pay(ROUTER, 0n, { accessList: [] }) },
})
