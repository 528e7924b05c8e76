import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'address-checksum-mismatch',
  title: 'Mistyped address: checksum mismatch',
  why: 'Upper and lower case letters of an address carry a checksum (EIP-55). Here they do not fit the digits, so at least one character was probably changed.',
  advice: 'Copy the address again from its source; do not correct it by hand.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'wrong-recipient',
  needs: ['spellings'],
  detect: ({ spellings }) =>
    spellings
      .filter(({ checksumFailed }) => checksumFailed)
      .map(({ member, spelled, checksummed }) => ({
        severity: member === 'from' ? 'medium' : 'high',
        description: `The spelling of "${member}" fails its checksum: a character is probably wrong.`,
        evidence: { member, spelled, expected: checksummed },
      })),
})
