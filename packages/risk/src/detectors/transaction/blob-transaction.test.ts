import assert from 'node:assert/strict'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, pay, ROUTER, router, sampleFacts, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './blob-transaction.ts'

const blobs = { blobVersionedHashes: [`0x01${'ab'.repeat(31)}`], maxFeePerBlobGas: 7n } as const
const { block } = sampleFacts()
assert.ok(block)
const onPolygon = { ...block, chain: 'polygon' } as const

detectorTest(detector, {
  detects: {
    'blobs for an unknown contract': {
      ...pay(UNKNOWN_CONTRACT, 0n, { ...blobs, blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: contract(UNKNOWN_CONTRACT),
    },
    'blobs for a known service': {
      ...pay(ROUTER, 0n, { ...blobs, blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: router(),
      severity: 'low',
    },
    'blobs on a network without any, for whomever': {
      ...pay(ROUTER, 0n, { ...blobs, blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: router(),
      block: onPolygon,
    },
    'blobs that are to deploy a contract': {
      ...pay(null, 0n, { ...blobs, data: '0x6001', blobVersionedHashes: [...blobs.blobVersionedHashes] }),
      recipient: null,
    },
  },
  clears: { 'an ordinary transaction': {}, 'an access list': pay(ROUTER, 0n, { accessList: [] }) },
})
