import { concatHex, encodeFunctionData, encodePacked, parseAbi } from 'viem'
import type { Address, Hex } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, FRIEND, ROUTER, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { execution } from '../../testing/sampleMessage.ts'
import detector from './signed-delegatecall.ts'

const MULTI_SEND: Address = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const packed = (operation: number, to: Address) =>
  encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to, 0n, 0n, '0x'])
const batch = (...calls: Hex[]) => ({
  to: MULTI_SEND,
  value: 0n,
  data: encodeFunctionData({ abi: parseAbi(['function multiSend(bytes)']), args: [concatHex(calls)] }),
  operation: 1 as const,
})
const call = { to: UNKNOWN_CONTRACT, value: 0n, data: '0x' } as const

detectorTest(detector, {
  detects: {
    'unknown code': { severity: 'critical', intents: [execution({ calls: [{ ...call, operation: 1 }] })] },
    'unknown code that a batch of its own calls': {
      severity: 'critical',
      intents: [execution({ calls: [{ ...call, operation: 1, makes: [batch(packed(1, UNKNOWN_CONTRACT))] }] })],
    },
    'the same inside a batch': {
      severity: 'critical',
      intents: [execution({ calls: [batch(packed(0, FRIEND), packed(1, UNKNOWN_CONTRACT))] })],
    },
    'code of a known protocol, which was not written for it': {
      intents: [execution({ calls: [{ ...call, to: ROUTER, operation: 1 }] })],
      named: byAddress(router()),
    },
  },
  clears: {
    'a plain call': { intents: [execution({ calls: [call] })] },
    'code that makes the calls of its data and does nothing else': {
      intents: [execution({ calls: [{ ...call, operation: 1, makes: [{ ...call, to: FRIEND }] }] })],
    },
    'a batch of plain calls': { intents: [execution({ calls: [batch(packed(0, FRIEND), packed(0, ROUTER))] })] },
    'a permit': {},
  },
})
