import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'mistyped-signer',
  title: 'Mistyped signer address',
  why: 'Upper and lower case letters of an address carry a checksum (EIP-55). Here they do not fit the digits, so at least one character was probably changed. The result would then describe another person’s account.',
  advice: 'Copy the address again from its source; do not correct it by hand.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['spellings'],
  detect: ({ spellings }) =>
    spellings
      .filter(({ checksumFailed }) => checksumFailed)
      .map(({ member, spelled, checksummed }) => ({
        description: `The spelling of "${member}" fails its checksum: a character is probably wrong.`,
        evidence: { member, spelled, expected: checksummed },
      })),
})
