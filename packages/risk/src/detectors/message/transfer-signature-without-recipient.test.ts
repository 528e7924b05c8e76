import { detectorTest } from '../../detectorTest.ts'
import { STRANGER } from '../../sampleFacts.ts'
import { NOW, payment, transfer } from '../../sampleMessage.ts'
import detector from './transfer-signature-without-recipient.ts'

detectorTest(detector, {
  detects: { 'neither spender nor receiver': { intents: [transfer({ spender: null })] } },
  clears: {
    'a transfer that one spender may make': { intents: [transfer()] },
    'a payment that anybody may submit and one account receives': { intents: [payment({ to: STRANGER })] },
    'one that expired': { intents: [transfer({ spender: null, deadline: NOW - 1n })] },
    nothing: { intents: [transfer({ spender: null, amount: 0n })] },
  },
})
