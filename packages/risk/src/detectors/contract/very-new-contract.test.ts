import { detectorTest } from '../../testing/detectorTest.ts'
import { ageDays, NO_CODE, olderThanDays, provenance, TOKEN } from '../../testing/sampleContract.ts'
import { contract } from '../../testing/sampleFacts.ts'
import detector from './very-new-contract.ts'

const unknownAge = provenance({ createdAt: null })

detectorTest(detector, {
  detects: {
    'a few hours old': { provenance: ageDays(0.2), severity: 'medium' },
    'a day old': { provenance: ageDays(1.5) },
    'five days old': { provenance: ageDays(5) },
    'not there a week ago': { provenance: unknownAge, subject: contract(TOKEN, { deployedRecently: true }) },
  },
  clears: {
    'a year old': {},
    'a week old': { provenance: ageDays(7) },
    'there a week ago': { provenance: unknownAge },
    'an explorer saw it months ago': {
      provenance: olderThanDays(60),
      subject: contract(TOKEN, { deployedRecently: null }),
    },
    'no code': NO_CODE,
  },
  unknowns: {
    'an age that could not be told': { provenance: unknownAge, subject: contract(TOKEN, { deployedRecently: null }) },
  },
})
