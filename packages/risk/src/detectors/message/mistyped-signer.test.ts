import type { AddressSpelling } from '../../facts/transaction.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './mistyped-signer.ts'

const signer = (checksumFailed: boolean): AddressSpelling => ({
  member: 'address',
  spelled: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksummed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksumFailed,
})

detectorTest(detector, {
  detects: { 'a signer with the wrong case': { spellings: [signer(true)] } },
  clears: {
    'a spelling that fits, or carries no checksum': { spellings: [signer(false)] },
  },
})
