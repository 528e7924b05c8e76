import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { account } from '../../testing/sampleFacts.ts'
import detector from './precompiled-contract.ts'

detectorTest(detector, {
  detects: { 'the recovery of signatures': { ...NO_CODE, subject: account(TOKEN, { class: 'precompile' }) } },
  clears: { 'a contract': {}, 'a person’s account': NO_CODE },
})
