import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { encodeAbiParameters, encodeFunctionData, encodePacked, parseAbi, parseAbiParameters } from 'viem/utils'
import { actingWallets } from './actingWallets.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [RELAYER, WALLET, TARGET, CONTRACT] = [at('1'), at('2'), at('3'), at('4')]
const ZERO = at('0')
const abi = parseAbi([
  'function execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 a,uint256 b,uint256 c,address d,address e,bytes f)',
  'function redeemDelegations(bytes[] contexts,bytes32[] modes,bytes[] executions)',
  'function executeMetaTransaction(address user,bytes data,bytes32 r,bytes32 s,uint8 v)',
  'function multiSend(bytes transactions)',
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 gas; uint256 pre; bytes32 fees; bytes paymaster; bytes signature; }',
  'function handleOps(Op[] ops,address beneficiary)',
])
const forwarder = parseAbi([
  'struct Request { address from; address to; uint256 value; uint256 gas; uint256 nonce; bytes data; }',
  'function execute(Request request,bytes signature)',
])
const safe = (data: Hex, operation = 0, to = TARGET) =>
  encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [to, 5n, data, operation, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  })
const sent = (to: Address, data: Hex) => ({ from: RELAYER, to, value: 0n, data })
const frame = (change: Partial<CallFrame>): CallFrame => ({
  type: 'CALL',
  from: RELAYER,
  to: CONTRACT,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: null,
  error: null,
  revertReason: null,
  logs: [],
  calls: [],
  ...change,
})
const NO_MODE: Hex = `0x${'0'.repeat(64)}`

describe('actingWallets', () => {
  test('a Safe does what its transaction says; its batch library is unpacked', () => {
    const [one] = actingWallets(sent(WALLET, safe('0xabcdef01')), null)
    assert.deepEqual([one?.wallet, one?.via, one?.transaction?.from], [WALLET, 'safe', WALLET])
    assert.deepEqual(one?.transaction?.calls, [{ to: TARGET, value: 5n, data: '0xabcdef01' }])
    const packed = encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, TARGET, 7n, 2n, '0xbeef'])
    const batch = encodeFunctionData({ abi, functionName: 'multiSend', args: [packed] })
    const [batched] = actingWallets(sent(WALLET, safe(batch, 1, CONTRACT)), null)
    assert.deepEqual(batched?.transaction?.calls, [{ to: TARGET, value: 7n, data: '0xbeef' }])
  })

  test('code that runs as the Safe, and call data that cannot be read, say whose it is and no more', () => {
    assert.deepEqual(actingWallets(sent(WALLET, safe('0xabcdef01', 1)), null), [
      { wallet: WALLET, via: 'safe', transaction: null },
    ])
    const broken = safe('0xabcdef01').slice(0, 200) as Hex
    assert.deepEqual(actingWallets(sent(WALLET, broken), null), [{ wallet: WALLET, via: 'safe', transaction: null }])
  })

  test('a call deep in the execution counts, one that failed does not, nor one that only forwards code', () => {
    const inner = frame({ from: CONTRACT, to: WALLET, input: safe('0x01') })
    const wrapped = frame({ calls: [frame({ from: CONTRACT, calls: [inner] })] })
    const plain = sent(CONTRACT, '0x12345678')
    assert.deepEqual(
      actingWallets(plain, wrapped).map(({ wallet }) => wallet),
      [WALLET],
    )
    assert.deepEqual(actingWallets(plain, frame({ calls: [{ ...inner, error: 'reverted' }] })), [])
    assert.deepEqual(actingWallets(plain, frame({ calls: [{ ...inner, type: 'DELEGATECALL' }] })), [])
  })

  test('a call tree over the limit acts for an unknown wallet', () => {
    const plain = sent(CONTRACT, '0x12345678')
    const many = (count: number) => frame({ calls: Array.from({ length: count }, () => frame({})) })
    assert.deepEqual(actingWallets(plain, many(19_999)), [])
    assert.deepEqual(actingWallets(plain, many(20_000)), [{ wallet: null, via: 'unread', transaction: null }])
  })

  test('the root of a chain of delegations executes; without one the redeemer does', () => {
    const chain = parseAbiParameters([
      'Delegation[] chain',
      'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
      'struct Caveat { address enforcer; bytes terms; bytes args; }',
    ])
    const link = (delegate: Address, delegator: Address) => ({
      delegate,
      delegator,
      authority: NO_MODE,
      caveats: [{ enforcer: CONTRACT, terms: '0x01', args: '0x' } as const],
      salt: 1n,
      signature: '0x02' as const,
    })
    const context = encodeAbiParameters(chain, [[link(RELAYER, CONTRACT), link(CONTRACT, WALLET)]])
    const execution = encodePacked(['address', 'uint256', 'bytes'], [TARGET, 9n, '0xbeef'])
    const data = encodeFunctionData({
      abi,
      functionName: 'redeemDelegations',
      args: [
        [context, '0x'],
        [NO_MODE, NO_MODE],
        [execution, execution],
      ],
    })
    const found = actingWallets(sent(CONTRACT, data), null)
    assert.deepEqual(
      found.map(({ wallet, transaction }) => [wallet, transaction?.calls]),
      [WALLET, RELAYER].map((wallet) => [wallet, [{ to: TARGET, value: 9n, data: '0xbeef' }]]),
    )
  })

  test('relayed requests and user operations are the signer’s', () => {
    const request = { from: WALLET, to: TARGET, value: 0n, gas: 1n, nonce: 2n, data: '0xbeef' } as const
    const relayed = encodeFunctionData({ abi: forwarder, functionName: 'execute', args: [request, '0x01'] })
    const meta = encodeFunctionData({
      abi,
      functionName: 'executeMetaTransaction',
      args: [WALLET, '0xbeef', NO_MODE, NO_MODE, 27],
    })
    const op = {
      sender: WALLET,
      nonce: 1n,
      initCode: '0x',
      callData: '0xbeef',
      gas: NO_MODE,
      pre: 1n,
      fees: NO_MODE,
      paymaster: '0x',
      signature: '0x01',
    } as const
    const handled = encodeFunctionData({ abi, functionName: 'handleOps', args: [[op], RELAYER] })
    for (const data of [relayed, meta, handled]) {
      const [one] = actingWallets(sent(CONTRACT, data), null)
      assert.equal(one?.wallet, WALLET)
      assert.equal(one?.transaction?.from, WALLET)
    }
    assert.deepEqual(actingWallets(sent(TARGET, '0xa9059cbb'), null), [])
  })
})
