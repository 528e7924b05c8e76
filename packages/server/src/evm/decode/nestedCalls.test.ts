import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import {
  type Abi,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { decodeCall } from './decodeCall.ts'

const WALLET: Address = '0x1111111111111111111111111111111111111111'
const TOKEN: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PEER: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const ZERO: Hex = `0x${'0'.repeat(64)}`
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PEER, 5n] })
const encode = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}` as string]) as Abi, args })
const decode = (data: Hex): DecodedCall => decodeCall({ to: WALLET, value: 0n, data })
const CALLS = [[TOKEN, 3n, transfer]]
const operation = [WALLET, 0n, '0x', encode('execute(address,uint256,bytes)', [TOKEN, 3n, transfer])]
const packed = [...operation, ZERO, 0n, ZERO, '0x', '0x']
const batch = encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [[[TOKEN, 3n, transfer]]])
const modeOf = (start: string): Hex => `0x${start.padEnd(64, '0')}`
const inMode = (start: string, execution: Hex) => encode('execute(bytes32,bytes)', [modeOf(start), execution])
const single = encodePacked(['address', 'uint256', 'bytes'], [TOKEN, 3n, transfer])

const BATCHES: [string, Hex][] = [
  ['ERC-7579, a single call', inMode('00', single)],
  ['ERC-7579, a single call that may fail', inMode('0001', single)],
  ['ERC-7579, a static call', inMode('fe', single)],
  ['ERC-7579, a batch', inMode('01', batch)],
  [
    'ERC-7821, batches of batches',
    inMode('01000000000078210002', encodeAbiParameters(parseAbiParameters('bytes[]'), [[batch]])),
  ],
  ['Ambire, signed', encode('execute((address,uint256,bytes)[],bytes)', [CALLS, '0x'])],
  ['Ambire, several signatures', encode('executeMultiple(((address,uint256,bytes)[],bytes)[])', [[[CALLS, '0x']]])],
  ['Argent', encode('multiCall(address,(address,uint256,bytes)[])', [WALLET, CALLS])],
  ['Biconomy', encode('execute_ncC(address,uint256,bytes)', [TOKEN, 3n, transfer])],
  ['Biconomy, a batch', encode('executeBatch_y6U(address[],uint256[],bytes[])', [[TOKEN], [3n], [transfer]])],
  ['Coinbase Smart Wallet', encode('executeBatch((address,uint256,bytes)[])', [CALLS])],
  ['Zodiac Delay', encode('executeNextTx(address,uint256,bytes,uint8)', [TOKEN, 3n, transfer, 0])],
  [
    'Zodiac Roles',
    encode('execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)', [TOKEN, 3n, transfer, 0, ZERO, true]),
  ],
  ['a Safe’s module', encode('execTransactionFromModule(address,uint256,bytes,uint8)', [TOKEN, 3n, transfer, 0])],
  ['the Safe 4337 module', encode('executeUserOp(address,uint256,bytes,uint8)', [TOKEN, 3n, transfer, 0])],
]
for (const [name, data] of BATCHES)
  test(`${name}: the call inside`, () => {
    const [inner, ...others] = decode(data).calls
    assert.deepEqual(
      [inner?.to, inner?.functionName, inner?.args, inner?.operation],
      [TOKEN, 'transfer', [PEER, 5n], undefined],
    )
    assert.ok(inner?.value === 3n)
    assert.deepEqual(others, [])
  })

test('delegate calls are told apart', () => {
  const delegated = encodePacked(['address', 'bytes'], [TOKEN, transfer])
  assert.equal(decode(inMode('ff', delegated)).calls[0]?.operation, 1)
  assert.equal(decode(encode('executeDelegateCall(address,bytes)', [TOKEN, transfer])).calls[0]?.operation, 1)
})

test('user operations that an aggregator signed: each account, and what it does', () => {
  const data = encode(
    'handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address,bytes)[],address)',
    [[[[packed], PEER, '0x']], PEER],
  )
  const [account] = decode(data).calls
  assert.deepEqual([account?.to, account?.calls[0]?.functionName], [WALLET, 'transfer'])
})

test('what a new Safe is set up with', () => {
  const setup = encode('setup(address[],uint256,address,bytes,address,address,uint256,address)', [
    [PEER],
    1n,
    ZERO_ADDRESS,
    '0x',
    ZERO_ADDRESS,
    ZERO_ADDRESS,
    0n,
    ZERO_ADDRESS,
  ])
  const [inner] = decode(encode('createProxyWithNonce(address,bytes,uint256)', [TOKEN, setup, 1n])).calls
  assert.deepEqual([inner?.functionName, inner?.args[0]], ['setup', [PEER]])
})

test('Uniswap V4 inside the Universal Router: actions by name, an unknown one raw', () => {
  const settle = encodeAbiParameters(parseAbiParameters('address,uint256'), [TOKEN, 9n])
  const swap = encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), ['0x0cff', [settle, '0x1234']])
  const [command] = decode(encode('execute(bytes,bytes[],uint256)', ['0x10', [swap], 1n])).calls
  assert.equal(command?.functionName, 'V4_SWAP')
  assert.deepEqual(
    command?.calls.map(({ functionName, args }) => [functionName, args]),
    [
      ['SETTLE_ALL', [TOKEN, 9n]],
      [null, []],
    ],
  )
  assert.equal(command?.calls[1]?.parameters[0]?.value, '0x1234')
})
