import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { OTHER, recogniseTyped, TOKEN, VERIFIER } from './testTypedData.ts'

const ENTRY_POINT = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const PACKED =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData'
const half = (value: number) => value.toString(16).padStart(32, '0')
const packed = {
  sender: OTHER,
  nonce: 7,
  initCode: `${TOKEN}abcd`,
  callData: '0x1234',
  accountGasLimits: `0x${half(3)}${half(4)}`,
  preVerificationGas: 5,
  gasFees: `0x${half(6)}${half(8)}`,
  paymasterAndData: `${TOKEN}${'0'.repeat(64)}`,
}
const read = (type: string, message: object, domain: object): UserOperation | undefined => {
  const [intent] = recogniseTyped(type, message, { ...domain })
  return intent?.kind === 'execution' ? intent.userOperation : undefined
}

test('an operation of EntryPoint 0.8 is read whole', () => {
  assert.deepEqual(read(`${PACKED})`, packed, { name: 'ERC4337' }), {
    entryPoint: VERIFIER,
    sender: OTHER,
    nonce: 7n,
    factory: TOKEN,
    factoryData: '0xabcd',
    callData: '0x1234',
    verificationGasLimit: 3n,
    callGasLimit: 4n,
    preVerificationGas: 5n,
    maxPriorityFeePerGas: 6n,
    maxFeePerGas: 8n,
    paymaster: TOKEN,
    paymasterAndData: packed.paymasterAndData,
  })
})

test('an entry point that is named as a member is the one', () => {
  const named = read(`${PACKED},address entryPoint)`, { ...packed, entryPoint: ENTRY_POINT }, { name: 'Module' })
  assert.equal(named?.entryPoint, ENTRY_POINT)
})

test('the spelling of 0.6 is read where a known entry point checks it', () => {
  const type =
    'UserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData)'
  const message = {
    sender: OTHER,
    nonce: 0,
    initCode: '0x',
    callData: '0x1234',
    paymasterAndData: '0x',
    callGasLimit: 1,
    verificationGasLimit: 2,
    preVerificationGas: 3,
    maxFeePerGas: 4,
    maxPriorityFeePerGas: 5,
  }
  const operation = read(type, message, { verifyingContract: ENTRY_POINT })
  assert.equal(operation?.factory, null)
  assert.equal(operation?.paymaster, null)
  assert.equal(operation?.callGasLimit, 1n)
  assert.equal(operation?.maxFeePerGas, 4n)
  assert.equal(read(type, message, {}), undefined, 'an operation of an account’s own kind is no more than its call')
})

test('an account with delegated code has no factory', () => {
  const delegated = { ...packed, initCode: `0x7702${'0'.repeat(36)}` }
  assert.equal(read(`${PACKED})`, delegated, { name: 'ERC4337' })?.factory, null)
})
