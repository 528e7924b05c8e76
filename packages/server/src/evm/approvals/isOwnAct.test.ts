import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { concatHex, encodeFunctionData, encodePacked, parseAbi, size } from 'viem/utils'
import { isOwnAct } from './isOwnAct.ts'

const at = (byte: string): Address => `0x${byte.repeat(20)}`
const [OWNER, STRANGER, TOKEN, OTHER] = [at('aa'), at('bb'), at('cc'), at('dd')]
const ZERO_ADDRESS = at('00')
const ENTRY_POINT = [...ENTRY_POINTS].find(([, version]) => version === '0.7')?.[0] as Address
const WORD = `0x${'11'.repeat(32)}` as const
const ABI = parseAbi([
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Op[] ops, address beneficiary)',
  'function approve(address spender,uint256 amount)',
  'function permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
  'function airdrop(address[] to)',
  'function execute(address target,uint256 value,bytes data)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)',
])
const approve = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [OTHER, 1n] })
const permit = encodeFunctionData({ abi: ABI, functionName: 'permit', args: [OWNER, OTHER, 1n, 2n, 27, WORD, WORD] })
const airdrop = encodeFunctionData({ abi: ABI, functionName: 'airdrop', args: [[OWNER]] })
const execTransaction = (to: Address, data: Hex, operation = 0) =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'execTransaction',
    args: [to, 0n, data, operation, 0n, 0n, 0n, ZERO_ADDRESS, ZERO_ADDRESS, WORD],
  })
const multiSend = encodeFunctionData({
  abi: ABI,
  functionName: 'multiSend',
  args: [
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, TOKEN, 0n, BigInt(size(approve)), approve]),
  ],
})
const handleOps = (sender: Address, target: Address) => {
  const callData = encodeFunctionData({ abi: ABI, functionName: 'execute', args: [target, 0n, approve] })
  const rest = { initCode: '0x', accountGasLimits: WORD, gasFees: WORD, paymasterAndData: '0x' } as const
  const op = { sender, nonce: 0n, callData, ...rest, preVerificationGas: 0n, signature: WORD } as const
  return encodeFunctionData({ abi: ABI, functionName: 'handleOps', args: [[op], STRANGER] })
}

const CASES: [string, { sender: Address; to: Address | null; data: Hex }, boolean][] = [
  ['sent by the owner', { sender: OWNER, to: TOKEN, data: approve }, true],
  ['a Safe’s transaction to the token', { sender: STRANGER, to: OWNER, data: execTransaction(TOKEN, approve) }, true],
  ['a Safe’s batch with the token', { sender: STRANGER, to: OWNER, data: execTransaction(OTHER, multiSend, 1) }, true],
  ['a user operation of the owner', { sender: STRANGER, to: ENTRY_POINT, data: handleOps(OWNER, TOKEN) }, true],
  ['another account’s airdrop', { sender: STRANGER, to: TOKEN, data: airdrop }, false],
  ['a creation', { sender: STRANGER, to: null, data: airdrop }, false],
  ['a permit in the owner’s name', { sender: STRANGER, to: TOKEN, data: permit }, false],
  [
    'a mention of a permit behind other arguments',
    { sender: STRANGER, to: TOKEN, data: concatHex([airdrop, permit]) },
    false,
  ],
  ['a Safe’s transaction to another', { sender: STRANGER, to: OWNER, data: execTransaction(OTHER, approve) }, false],
  ['another Safe’s transaction', { sender: STRANGER, to: OTHER, data: execTransaction(TOKEN, approve) }, false],
  ['another’s user operation', { sender: STRANGER, to: ENTRY_POINT, data: handleOps(OTHER, TOKEN) }, false],
  ['a made-up entry point', { sender: STRANGER, to: OTHER, data: handleOps(OWNER, TOKEN) }, false],
]
for (const [what, transaction, expected] of CASES)
  test(`${what}: ${expected ? 'the owner’s act' : 'shows nothing'}`, () => {
    assert.equal(isOwnAct(transaction, { owner: OWNER, token: TOKEN }), expected)
  })

test('a transaction of the owner that does not name the spender shows no approval of the spender', () => {
  const sent = (data: Hex, to: Address = TOKEN) =>
    isOwnAct({ sender: OWNER, to, data }, { owner: OWNER, token: TOKEN, spender: OTHER })
  const named: Hex = `0x095ea7b3${OTHER.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  assert.deepEqual([sent(named), sent('0x', OTHER), sent('0x'), sent('0xd0e30db0')], [true, true, false, false])
})
