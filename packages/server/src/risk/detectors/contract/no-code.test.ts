import { detectorTest } from '../../detectorTest.ts'
import { NO_CODE, TOKEN } from '../../sampleContract.ts'
import { account } from '../../sampleFacts.ts'
import detector from './no-code.ts'

detectorTest(detector, {
  detects: {
    'a person’s account': NO_CODE,
    'a contract that is still to be created': { ...NO_CODE, subject: account(TOKEN, { nonce: 0n, balance: 0n }) },
  },
  clears: {
    'a contract': {},
    'a precompile': { ...NO_CODE, subject: account(TOKEN, { class: 'precompile' }) },
    'an EIP-7702 account': { ...NO_CODE, subject: account(TOKEN, { class: 'delegated-eoa' }) },
  },
})
