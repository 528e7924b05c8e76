import { detectorTest } from '../../detectorTest.ts'
import { invoke, STRANGER, UNKNOWN_CONTRACT, ZERO } from '../../sampleFacts.ts'
import detector from './safe-delegatecall.ts'

const execute = (target: string, operation: number) =>
  invoke(
    UNKNOWN_CONTRACT,
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [target, 0n, '0x', operation, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  )

detectorTest(detector, {
  detects: { 'a delegate call to an unknown contract': execute(STRANGER, 1) },
  clears: {
    'a call': execute(STRANGER, 0),
    'a batch through MultiSendCallOnly': execute('0x9641d764fc13c8b624c04430c7356c1c7c8102e2', 1),
    'no Safe at all': {},
  },
})
