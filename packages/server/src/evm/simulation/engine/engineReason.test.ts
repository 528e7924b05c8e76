import assert from 'node:assert/strict'
import { it } from 'node:test'
import { engineReason } from './engineCall.ts'

const SAID: Record<string, string> = {
  'intrinsic gas too high -- CallGasCostMoreThanGasLimit':
    'The gas limit is below the intrinsic cost of the transaction',
  'max initcode size exceeded': 'The creation code is larger than a transaction may carry (EIP-3860)',
  CreateContractStartingWithEF: 'The created contract would start with the reserved byte 0xEF (EIP-3541)',
  CreateContractSizeLimit: 'The created contract would be larger than the 24 KiB allowed (EIP-170)',
  OpcodeNotFound: 'opcode not found',
  'out of gas': 'out of gas',
  'some\u202e thing': 'some[U+202E] thing',
}

it('says what the engine says so that people understand it', () => {
  for (const [text, expected] of Object.entries(SAID)) assert.equal(engineReason(text), expected)
})
