import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'mistyped-address',
  title: 'Mistyped contract address',
  why: 'Upper and lower case letters of an address carry a checksum (EIP-55). Here they do not fit the digits, so at least one character was probably changed.',
  advice: 'Copy the address again from its source; do not correct it by hand.',
  appliesTo: 'contract',
  category: 'associations',
  // A matter of the request, not of the contract that was scanned.
  severity: 'info',
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
