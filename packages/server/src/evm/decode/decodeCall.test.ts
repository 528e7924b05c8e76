import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import fc from 'fast-check'
import {
  type Abi,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  multicall3Abi,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { decodeCall } from './decodeCall.ts'

const TOKEN: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const TOKEN_SHOWN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PEER: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const PEER_SHOWN = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const decode = (data: Hex, value = 0n, to: Address | null = TOKEN) => decodeCall({ to, value, data })
const encode = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([signature]) as Abi, args })
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PEER, 5n] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PEER, 2n ** 256n - 1n] })

test('an ERC-20 transfer', () => {
  assert.deepEqual(decode(transfer, 7n), {
    to: TOKEN,
    selector: '0xa9059cbb',
    functionName: 'transfer',
    signature: 'transfer(address to,uint256 value)',
    parameters: [
      { name: 'to', type: 'address', value: PEER_SHOWN },
      { name: 'value', type: 'uint256', value: '5' },
    ],
    args: [PEER, 5n],
    abi: 'erc20',
    value: 7n,
    meaning: {
      intent: null,
      owner: null,
      fields: [
        {
          label: 'Amount',
          path: '1',
          parameter: 1,
          values: [{ as: 'amount', amount: 5n, token: TOKEN, all: null, ifErc20: true }],
        },
        { label: 'to', path: '0', parameter: 0, values: [{ as: 'address', address: PEER }] },
      ],
    },
    calls: [],
  })
})

const UNDECODED: [string, Hex, Address | null][] = [
  ['no call data', '0x', TOKEN],
  ['less than a selector', '0xa9059c', TOKEN],
  ['an unknown selector', '0xdeadbeef', TOKEN],
  ['a creation', transfer, null],
  ['a missing argument', transfer.slice(0, -64) as Hex, TOKEN],
  ['an address with dirty upper bytes', `0xa9059cbb${'f'.repeat(128)}`, TOKEN],
  ['half a byte', `${transfer}0`, TOKEN],
  ['what is not hex', '0xa9059cbbzz' as Hex, TOKEN],
]
for (const [name, data, to] of UNDECODED)
  test(`no name is claimed for ${name}`, () => {
    const call = decode(data, 0n, to)
    assert.equal(call.functionName, null)
    assert.deepEqual([call.signature, call.abi, call.parameters, call.args, call.calls], [null, null, [], [], []])
  })

test('bytes after the last argument are shown', () => {
  const call = decode(`${transfer}00c0ffee`)
  assert.equal(call.functionName, 'transfer')
  assert.deepEqual(call.parameters.at(-1), { name: 'trailing data', type: 'bytes', value: '0x00c0ffee' })
  assert.equal(call.args.length, 2)
})

test('upper-case call data is the same call data', () =>
  assert.deepEqual(decode(`0x${transfer.slice(2).toUpperCase()}`), decode(transfer)))

test('a tuple shows its members by name and its addresses checksummed', () => {
  const call = decode(
    encode('function permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)', [
      PEER,
      [[TOKEN, 9n, 10, 0], PEER, 11n],
      '0x1234',
    ]),
  )
  assert.equal(call.abi, 'permit2')
  const details = `(details: (token: ${TOKEN_SHOWN}, amount: 9, expiration: 10, nonce: 0), spender: ${PEER_SHOWN}, sigDeadline: 11)`
  assert.equal(call.parameters[1]?.value, details)
  assert.deepEqual(call.args[1], [[TOKEN, 9n, 10n, 0n], PEER, 11n])
})

const multiSend = (...calls: { to: Address; value: bigint; data: Hex }[]): Hex =>
  encode('function multiSend(bytes)', [
    `0x${calls
      .map(({ to, value, data }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, to, value, BigInt(data.length / 2 - 1), data],
        ).slice(2),
      )
      .join('')}`,
  ])
const inner = (to: Address, value: bigint, data: Hex) => ({ to, value, data })
const BATCH = parseAbiParameters('(address,uint256,bytes)[]')
const MODE = (kind: string) => `0x${kind.padEnd(64, '0')}` as Hex

const NESTED: [string, Hex, [Address | null, bigint, string | null][]][] = [
  [
    'multicall(bytes[])',
    encode('function multicall(bytes[])', [[transfer, approve]]),
    [
      [TOKEN, 0n, 'transfer'],
      [TOKEN, 0n, 'approve'],
    ],
  ],
  [
    'multicall with a deadline',
    encode('function multicall(uint256,bytes[])', [1n, [approve]]),
    [[TOKEN, 0n, 'approve']],
  ],
  [
    'Multicall3 with values',
    encodeFunctionData({
      abi: multicall3Abi as Abi,
      functionName: 'aggregate3',
      args: [[{ target: PEER, allowFailure: true, callData: approve }]],
    }),
    [[PEER, 0n, 'approve']],
  ],
  [
    'aggregate3Value',
    encode('function aggregate3Value((address,bool,uint256,bytes)[])', [[[PEER, false, 3n, transfer]]]),
    [[PEER, 3n, 'transfer']],
  ],
  ['aggregate', encode('function aggregate((address,bytes)[])', [[[PEER, '0x01020304']]]), [[PEER, 0n, null]]],
  [
    'a Safe transaction that delegates to MultiSend',
    encode('function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
      PEER,
      0n,
      multiSend(inner(TOKEN, 1n, approve), inner(PEER, 2n, '0x')),
      1,
      0n,
      0n,
      0n,
      PEER,
      PEER,
      '0x',
    ]),
    [[PEER, 0n, 'multiSend']],
  ],
  [
    'MultiSend',
    multiSend(inner(TOKEN, 1n, approve), inner(PEER, 2n, '0x')),
    [
      [TOKEN, 1n, 'approve'],
      [PEER, 2n, null],
    ],
  ],
  [
    'execute of an account',
    encode('function execute(address,uint256,bytes)', [PEER, 4n, transfer]),
    [[PEER, 4n, 'transfer']],
  ],
  [
    'executeBatch of tuples',
    encode('function executeBatch((address,uint256,bytes)[])', [[[PEER, 4n, transfer]]]),
    [[PEER, 4n, 'transfer']],
  ],
  [
    'executeBatch of lists',
    encode('function executeBatch(address[],uint256[],bytes[])', [[PEER], [], [transfer]]),
    [[PEER, 0n, 'transfer']],
  ],
  [
    'executeBatch without values',
    encode('function executeBatch(address[],bytes[])', [[PEER], [transfer]]),
    [[PEER, 0n, 'transfer']],
  ],
  [
    'ERC-7579 single',
    encode('function execute(bytes32,bytes)', [
      MODE('00'),
      encodePacked(['address', 'uint256', 'bytes'], [PEER, 1n, transfer]),
    ]),
    [[PEER, 1n, 'transfer']],
  ],
  [
    'ERC-7821 batch, zero meaning the account itself',
    encode('function execute(bytes32,bytes)', [
      MODE('01000000000000000000'),
      encodeAbiParameters(BATCH, [[[`0x${'0'.repeat(40)}`, 1n, transfer]]]),
    ]),
    [[TOKEN, 1n, 'transfer']],
  ],
  [
    'ERC-4337 user operations',
    encode('function handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)', [
      [
        [
          PEER,
          0n,
          '0x',
          encode('function execute(address,uint256,bytes)', [TOKEN, 0n, approve]),
          MODE('00'),
          0n,
          MODE('00'),
          '0x',
          '0x',
        ],
      ],
      PEER,
    ]),
    [[PEER, 0n, 'execute']],
  ],
  [
    'an upgrade with a call',
    encode('function upgradeToAndCall(address,bytes)', [PEER, transfer]),
    [[TOKEN, 0n, 'transfer']],
  ],
  [
    'a governor proposal',
    encode('function propose(address[],uint256[],bytes[],string)', [[PEER], [1n], [transfer], 'why']),
    [[PEER, 1n, 'transfer']],
  ],
]
for (const [name, data, expected] of NESTED)
  test(`finds the calls inside ${name}`, () => {
    const { calls, functionName } = decode(data)
    assert.notEqual(functionName, null)
    assert.deepEqual(
      calls.map((call) => [call.to, call.value, call.functionName]),
      expected,
    )
  })

test('router commands are named, sub-plans opened and unknown commands kept', () => {
  const permit = encodeAbiParameters(parseAbiParameters('((address,uint160,uint48,uint48),address,uint256),bytes'), [
    [[TOKEN, 5n, 6, 7], PEER, 8n],
    '0x',
  ])
  const wrap = encodeAbiParameters(parseAbiParameters('address,uint256'), [PEER, 1n])
  const plan = encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), ['0x0b', [wrap]])
  const { calls } = decode(
    encode('function execute(bytes,bytes[],uint256)', ['0x0a218b3f', [permit, plan, wrap, '0x77'], 1n]),
  )
  assert.deepEqual(
    calls.map(({ functionName, selector }) => [functionName, selector]),
    [
      ['PERMIT2_PERMIT', null],
      ['EXECUTE_SUB_PLAN', null],
      ['WRAP_ETH', null],
      [null, null],
    ],
  )
  assert.deepEqual(calls[0]?.args[0], [[TOKEN, 5n, 6n, 7n], PEER, 8n])
  assert.equal(calls[1]?.calls[0]?.functionName, 'WRAP_ETH')
  assert.deepEqual(calls[3]?.parameters, [{ name: 'input', type: 'bytes', value: '0x77' }])
})

test('inputs without a command are not named', () => {
  const { calls } = decode(encode('function execute(bytes,bytes[])', ['0x', ['0x77']]))
  assert.deepEqual([calls[0]?.functionName, calls[0]?.parameters[0]?.value], [null, '0x77'])
})

const count = (call: DecodedCall): number => 1 + call.calls.reduce((sum, child) => sum + count(child), 0)
const depth = (call: DecodedCall): number => 1 + Math.max(0, ...call.calls.map(depth))

test('nesting ends at eight levels', () => {
  let data = transfer
  for (let level = 0; level < 12; level++) data = encode('function multicall(bytes[])', [[data]])
  assert.equal(depth(decode(data)), 10)
})

test('at most 256 calls, the others counted', () => {
  const call = decode(encode('function multicall(bytes[])', [new Array(1_000).fill('0x')]))
  assert.equal(count(call), 256)
  assert.deepEqual(call.parameters.at(-1), { name: 'undecoded calls', type: 'uint256', value: '745' })
})

const hostile = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom(...NESTED.map(([, data]) => data), transfer, approve),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 }),
    )
    .map(([data, edits]) => {
      const bytes = Buffer.from(data.slice(2), 'hex')
      for (const [at, byte] of edits) bytes[at % bytes.length] = byte
      return bytes
    }),
)
test('random bytes and mutated call data never throw and never exceed the bounds', () => {
  fc.assert(
    fc.property(hostile, (bytes) => {
      const call = decode(`0x${bytes.toString('hex')}`)
      assert.ok(count(call) <= 256)
      for (const { value } of call.parameters) assert.equal(typeof value, 'string')
    }),
    { numRuns: 2_000 },
  )
})

const OPERATIONS: [string, Hex, (1 | undefined)[]][] = [
  [
    'MultiSend, each by its first byte',
    encode('function multiSend(bytes)', [
      `0x${[1, 0]
        .map((operation) =>
          encodePacked(['uint8', 'address', 'uint256', 'uint256'], [operation, PEER, 0n, 0n]).slice(2),
        )
        .join('')}`,
    ]),
    [1, undefined],
  ],
  [
    'a module that delegates',
    encode('function execTransactionFromModule(address,uint256,bytes,uint8)', [PEER, 0n, transfer, 1]),
    [1],
  ],
  [
    'a module that calls',
    encode('function execTransactionFromModule(address,uint256,bytes,uint8)', [PEER, 0n, transfer, 0]),
    [undefined],
  ],
  [
    'an ERC-7579 delegate call',
    encode('function execute(bytes32,bytes)', [MODE('ff'), encodePacked(['address', 'bytes'], [PEER, transfer])]),
    [1],
  ],
  ['a multicall, which delegates to itself', encode('function multicall(bytes[])', [[transfer]]), [undefined]],
]
for (const [name, data, operations] of OPERATIONS)
  test(`delegate calls are told: ${name}`, () =>
    assert.deepEqual(
      decode(data).calls.map(({ operation }) => operation),
      operations,
    ))
