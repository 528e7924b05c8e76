import { detectorTest } from '../../testing/detectorTest.ts'
import { IMPLEMENTATION, NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { account } from '../../testing/sampleFacts.ts'
import detector from './delegated-account.ts'

const delegated = (delegate: `0x${string}`) => ({
  ...NO_CODE,
  subject: account(TOKEN, { class: 'delegated-eoa', codeSize: 23, delegate }),
})

detectorTest(detector, {
  detects: {
    'an unknown delegate': delegated(IMPLEMENTATION),
    'a wallet’s own delegate': { ...delegated('0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'), severity: 'info' },
  },
  clears: { 'a contract': {}, 'a person’s account': NO_CODE },
})
