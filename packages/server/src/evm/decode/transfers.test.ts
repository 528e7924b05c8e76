import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { signaturesOf } from './abiIndex.ts'
import { type EmittedLog, EVENTS, emittedLogs, type Transfer, transfersOf, ZERO_ADDRESS } from './emittedLogs.ts'
import { nativeChanges } from './nativeChanges.ts'

const at = (digit: string): Address => `0x${digit.padStart(40, '0')}`
const topic = (value: Address | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const [TOKEN, FROM, TO] = [at('70'), at('f0'), at('20')]
const word = (value: bigint): Hex => topic(value)
const log = (topics: Hex[], data: Hex): EmittedLog => ({ address: TOKEN, topics, data, selector: '0x' })
const erc20 = (from: Address, to: Address, amount: bigint): Transfer => ({
  standard: 'erc20',
  token: TOKEN,
  from,
  to,
  tokenId: null,
  amount,
})
const batch = encodeAbiParameters(parseAbiParameters('uint256[],uint256[]'), [
  [1n, 2n],
  [10n, 20n],
])

const CASES: [string, EmittedLog, Transfer[]][] = [
  ['ERC-20', log([EVENTS.Transfer, topic(FROM), topic(TO)], word(5n)), [erc20(FROM, TO, 5n)]],
  [
    'ERC-721, by its fourth topic',
    log([EVENTS.Transfer, topic(FROM), topic(TO), topic(7n)], '0x'),
    [{ ...erc20(FROM, TO, 1n), standard: 'erc721', tokenId: 7n }],
  ],
  [
    'a Transfer from before indexed events',
    log([EVENTS.Transfer], `0x${[topic(FROM), topic(TO), word(5n)].map((part) => part.slice(2)).join('')}`),
    [erc20(FROM, TO, 5n)],
  ],
  ['a deposit', log([EVENTS.Deposit, topic(TO)], word(5n)), [erc20(ZERO_ADDRESS, TO, 5n)]],
  ['a withdrawal', log([EVENTS.Withdrawal, topic(FROM)], word(5n)), [erc20(FROM, ZERO_ADDRESS, 5n)]],
  [
    'ERC-1155 single',
    log([EVENTS.TransferSingle, topic(at('9')), topic(FROM), topic(TO)], `${word(3n)}${word(4n).slice(2)}`),
    [{ ...erc20(FROM, TO, 4n), standard: 'erc1155', tokenId: 3n }],
  ],
  [
    'ERC-1155 batch',
    log([EVENTS.TransferBatch, topic(at('9')), topic(FROM), topic(TO)], batch),
    [
      { ...erc20(FROM, TO, 10n), standard: 'erc1155', tokenId: 1n },
      { ...erc20(FROM, TO, 20n), standard: 'erc1155', tokenId: 2n },
    ],
  ],
  [
    'ERC-6909, whose id is a topic and whose caller is none',
    log([EVENTS.TransferOfId, topic(FROM), topic(TO), topic(3n)], `${word(BigInt(at('9')))}${word(4n).slice(2)}`),
    [{ ...erc20(FROM, TO, 4n), standard: 'erc1155', tokenId: 3n }],
  ],
  [
    'an ERC-6909 transfer without an amount',
    log([EVENTS.TransferOfId, topic(FROM), topic(TO), topic(3n)], word(4n)),
    [],
  ],
  ['an ERC-20 transfer without an amount', log([EVENTS.Transfer, topic(FROM), topic(TO)], '0x'), []],
  ['a deposit of another shape', log([EVENTS.Deposit, topic(TO), topic(FROM)], word(5n)), []],
  ['a log without topics', log([], word(5n)), []],
  ['another event', log([topic(1n), topic(FROM), topic(TO)], word(5n)), []],
]
for (const [name, input, expected] of CASES)
  test(`transfer log: ${name}`, () => assert.deepEqual(transfersOf([input]), expected))

test('the event topics are those of the ABI index', () => {
  for (const [name, hash] of Object.entries(EVENTS)) {
    const names = signaturesOf('event', hash.slice(2)).map((signature) => signature.name)
    // ERC-20 and ERC-6909 both call theirs Transfer.
    assert.ok(names.includes(name.replace('OfId', '')), name)
  }
})

test('no log makes it throw', () => {
  const hex = (size: { minLength: number; maxLength: number }) =>
    fc.uint8Array(size).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
  const topics = fc.array(hex({ minLength: 32, maxLength: 32 }), { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(EVENTS)),
      topics,
      hex({ minLength: 0, maxLength: 300 }),
      (event, rest, data) => {
        assert.ok(Array.isArray(transfersOf([log([event, ...rest], data)])))
      },
    ),
  )
})

const frame = (parts: Partial<CallFrame>): CallFrame => ({
  type: 'CALL',
  from: FROM,
  to: TO,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: null,
  error: null,
  revertReason: null,
  logs: [],
  calls: [],
  ...parts,
})
const emitted = (digit: string, index?: number) => ({
  address: at(digit),
  topics: [],
  data: '0x' as const,
  ...(index === undefined ? {} : { index }),
})

test('logs come in emission order, without those of failed calls, with the selector they came from', () => {
  const tree = (indexed: boolean) =>
    frame({
      input: '0x11223344ff',
      logs: [emitted('1', indexed ? 2 : undefined)],
      calls: [
        frame({ logs: [emitted('2', indexed ? 1 : undefined)] }),
        frame({ error: 'reverted', logs: [emitted('3', 0)], calls: [frame({ logs: [emitted('4', 0)] })] }),
      ],
    })
  assert.deepEqual(
    emittedLogs(tree(true)).map(({ address }) => address),
    [at('2'), at('1')],
  )
  assert.deepEqual(
    emittedLogs(tree(false)).map(({ address, selector }) => [address, selector]),
    [
      [at('1'), '0x11223344'],
      [at('2'), '0x'],
    ],
  )
  assert.deepEqual(emittedLogs(null), [])
})

const [MINER, OTHER] = [at('c0'), at('a1')]
const NATIVE: [string, Pick<Simulation, 'trace' | 'stateDiff'>, Record<Address, bigint>][] = [
  ['a plain transfer', { trace: frame({ value: 5n }), stateDiff: {} }, { [FROM]: -5n, [TO]: 5n }],
  [
    'value passed on, delegated and refused',
    {
      trace: frame({
        value: 5n,
        calls: [
          frame({ from: TO, to: OTHER, value: 3n }),
          frame({ type: 'DELEGATECALL', from: TO, to: OTHER, value: 5n }),
          frame({ from: TO, to: OTHER, value: 2n, error: 'reverted' }),
          frame({ type: 'CREATE', from: TO, to: at('cc'), value: 1n }),
          frame({ type: 'CREATE', from: TO, to: null, value: 1n }),
        ],
      }),
      stateDiff: {},
    },
    { [FROM]: -5n, [TO]: 1n, [OTHER]: 3n, [at('cc')]: 1n },
  ],
  ['value sent to oneself', { trace: frame({ to: FROM, value: 5n }), stateDiff: {} }, {}],
  [
    'a truncated tree: the others tell what the sender paid, fees aside',
    {
      trace: null,
      stateDiff: {
        [FROM]: { balance: { before: 100n, after: 88n }, storage: {} },
        [TO]: { balance: { before: 0n, after: 5n }, storage: {} },
        [MINER]: { balance: { before: 0n, after: 7n }, storage: {} },
        [OTHER]: { nonce: { before: 0n, after: 1n }, storage: {} },
      },
    },
    { [FROM]: -5n, [TO]: 5n },
  ],
]
for (const [name, simulation, expected] of NATIVE)
  test(`native value: ${name}`, () =>
    assert.deepEqual(Object.fromEntries(nativeChanges(simulation, FROM, MINER)), expected))
