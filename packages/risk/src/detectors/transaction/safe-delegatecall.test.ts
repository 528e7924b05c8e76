import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../../address.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { invoke, pay, ROUTER, STRANGER, UNKNOWN_CONTRACT, ZERO } from '../../testing/sampleFacts.ts'
import detector from './safe-delegatecall.ts'

const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const CALL_ONLY = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const plain = (to: Address, operation: 0 | 1, calls: DecodedCall[] = []): DecodedCall => ({
  ...pay(to, 0n).decodedCall,
  ...(operation && { operation }),
  calls,
})
const execute = (...calls: DecodedCall[]) =>
  invoke(
    UNKNOWN_CONTRACT,
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [calls[0]?.to ?? ZERO, 0n, '0x', calls[0]?.operation ?? 0, 0n, 0n, 0n, ZERO, ZERO, '0x'],
    { calls },
  )
const asModule = (...calls: DecodedCall[]) =>
  invoke(
    UNKNOWN_CONTRACT,
    'execTransactionFromModule(address,uint256,bytes,uint8)',
    [calls[0]?.to ?? ZERO, 0n, '0x', calls[0]?.operation ?? 0],
    { calls },
  )
const hidden = execute(plain(MULTI_SEND, 1, [plain(ROUTER, 0), plain(STRANGER, 1)]))
const cut = execute(plain(CALL_ONLY, 1))
cut.decodedCall.parameters.push({ name: 'undecoded calls', type: 'uint256', value: '3' })

detectorTest(detector, {
  detects: {
    'a delegate call to an unknown contract': execute(plain(STRANGER, 1)),
    'a delegate call inside a batch': hidden,
    'one that a module orders': asModule(plain(STRANGER, 1)),
    'one that a batch of another account orders': invoke(ROUTER, 'aggregate((address,bytes)[])', [[]], {
      calls: [execute(plain(STRANGER, 1)).decodedCall],
    }),
  },
  clears: {
    'a call': execute(plain(STRANGER, 0)),
    'a batch through MultiSendCallOnly': execute(plain(CALL_ONLY, 1, [plain(ROUTER, 0), plain(STRANGER, 0)])),
    'a module that makes a call': asModule(plain(STRANGER, 0)),
    'no Safe at all': {},
  },
  unknowns: { 'a batch with more calls than were decoded': cut },
})

test('what a batch delegates to becomes the Safe’s code, not the library’s', () => {
  const { decodedCall } = hidden
  const hits = detector.detect({ decodedSteps: [decodedCall] })
  assert.ok(Array.isArray(hits))
  assert.deepEqual(
    hits.map(({ evidence }) => evidence),
    [{ safe: UNKNOWN_CONTRACT, target: STRANGER, operation: 1 }],
  )
})
