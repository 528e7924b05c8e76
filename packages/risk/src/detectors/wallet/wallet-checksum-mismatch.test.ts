import type { AddressSpelling } from '../../facts/transaction.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './wallet-checksum-mismatch.ts'

const spelling = (checksumFailed: boolean): AddressSpelling => ({
  member: 'address',
  spelled: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksummed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksumFailed,
})

detectorTest(detector, {
  detects: { 'an address with the wrong case': { spellings: [spelling(true)] } },
  clears: { 'a spelling that fits': { spellings: [spelling(false)] }, 'no mixed case at all': { spellings: [] } },
})
