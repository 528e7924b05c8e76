import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './mistyped-address.ts'

const spelling = (checksumFailed: boolean) => ({
  spellings: [
    {
      member: 'address' as const,
      spelled: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      checksummed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      checksumFailed,
    },
  ],
})

detectorTest(detector, {
  detects: { 'a wrong case': spelling(true) },
  clears: { 'a spelling that fits': spelling(false), 'no mixed-case spelling': {} },
})
