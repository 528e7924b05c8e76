import type { AddressSpelling } from '../../facts/transaction.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './address-checksum-mismatch.ts'

const spelling = (member: AddressSpelling['member'], checksumFailed: boolean): AddressSpelling => ({
  member,
  spelled: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksummed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  checksumFailed,
})

detectorTest(detector, {
  detects: {
    'a recipient with the wrong case': { spellings: [spelling('to', true)] },
    'the callee of a bundled call with the wrong case': {
      spellings: [spelling('calls[1].to', true)],
      severity: 'high',
    },
    'a sender with the wrong case': { spellings: [spelling('from', true)], severity: 'medium' },
  },
  clears: {
    'spellings that fit': { spellings: [spelling('to', false), spelling('from', false)] },
    'no mixed-case spelling at all': { spellings: [] },
  },
})
