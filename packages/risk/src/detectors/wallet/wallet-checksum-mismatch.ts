import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'wallet-checksum-mismatch',
  title: 'Mistyped wallet address',
  why: 'Upper and lower case letters of an address carry a checksum (EIP-55). Here they do not fit the digits, so at least one character was probably changed.',
  advice: 'Copy the address again from its source; do not correct it by hand.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  ofQuestion: true,
  needs: ['spellings'],
  detect: ({ spellings }) =>
    spellings
      .filter(({ checksumFailed }) => checksumFailed)
      .map(({ spelled, checksummed }) => ({
        description: 'The spelling of the address fails its checksum: a character is probably wrong.',
        evidence: { spelled, expected: checksummed },
      })),
})
