import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEventSelector } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { CallFrame, Log, StateDiff } from '../facts/execution.ts'
import { FRIEND, frame, ROUTER, TRADER, UNKNOWN_CONTRACT, USDC } from '../testing/sampleFacts.ts'
import { deriveNamedParties, type NamedParty } from './namedParties.ts'

const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const words = (...values: (bigint | Address)[]) => values.map((value) => word(value).slice(2)).join('')
const call = (selector: Hex, ...args: (bigint | Address)[]): Hex => `${selector}${words(...args)}`
const slot = (digit: number): Hex => word(BigInt(digit))
const STRANGER: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
type Writes = [bigint | Address, bigint | Address][]
const storage = (writes: Writes): StateDiff[Address] => ({
  storage: Object.fromEntries(
    writes.map(([before, after], at) => [slot(at), { before: word(before), after: word(after) }]),
  ),
})
const log = (address: Address, event: string, topics: Address[], data: bigint[]): Log => ({
  address,
  topics: [toEventSelector(event), ...topics.map(word)],
  data: `0x${words(...data)}`,
})

type Case = {
  trace: CallFrame
  diff: StateDiff
  principals?: Address[]
  found: [Address, NamedParty['by']][]
}
const onVault = (input: Hex, more: Partial<CallFrame> = {}) => frame({ to: UNKNOWN_CONTRACT, input, ...more })

const CASES: Record<string, Case> = {
  'an account in the call and in a new word': {
    trace: onVault(call('0x11111111', STRANGER)),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, STRANGER]]) },
    found: [[STRANGER, ['storage', 'call']]],
  },
  'an account that only a mapping is keyed by': {
    trace: onVault(call('0x11111111', STRANGER)),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, 1n]]) },
    found: [[STRANGER, ['call']]],
  },
  'an account that the contract chose': {
    trace: onVault('0x11111111'),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, STRANGER]]) },
    found: [[STRANGER, ['storage']]],
  },
  'an account behind a flag in one word': {
    trace: onVault('0x11111111'),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, (BigInt(STRANGER) << 8n) | 1n]]) },
    // Read from the low end too, which gives an account that nothing answers to.
    found: [
      [`0x${STRANGER.slice(4)}01`, ['storage']],
      [STRANGER, ['storage']],
    ],
  },
  'an account that only a log names': {
    trace: onVault('0x11111111', { logs: [log(UNKNOWN_CONTRACT, 'Granted(address)', [STRANGER], [])] }),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, 1n]]) },
    found: [[STRANGER, ['log']]],
  },
  'nobody where nothing is written': { trace: onVault(call('0x11111111', STRANGER)), diff: {}, found: [] },
  'nobody where a right is deleted': {
    trace: onVault(call('0x11111111', STRANGER)),
    diff: { [UNKNOWN_CONTRACT]: storage([[STRANGER, 0n]]) },
    found: [],
  },
  'nobody in a transfer': {
    trace: frame({
      to: USDC,
      input: call('0xa9059cbb', STRANGER, 70n),
      logs: [log(USDC, 'Transfer(address,address,uint256)', [TRADER, STRANGER], [70n])],
    }),
    diff: {
      [USDC]: storage([
        [100n, 30n],
        [5n, 75n],
      ]),
    },
    found: [],
  },
  'nobody in a taxed transfer': {
    trace: frame({
      to: USDC,
      input: call('0xa9059cbb', STRANGER, 70n),
      logs: [
        log(USDC, 'Transfer(address,address,uint256)', [TRADER, FRIEND], [7n]),
        log(USDC, 'Transfer(address,address,uint256)', [TRADER, STRANGER], [63n]),
      ],
    }),
    diff: {
      [USDC]: storage([
        [100n, 30n],
        [0n, 63n],
        [1n, 8n],
      ]),
    },
    found: [],
  },
  'nobody in an approval': {
    trace: frame({
      to: USDC,
      input: call('0x095ea7b3', STRANGER, 9n),
      logs: [log(USDC, 'Approval(address,address,uint256)', [TRADER, STRANGER], [9n])],
    }),
    diff: { [USDC]: storage([[2n, 9n]]) },
    found: [],
  },
  'a right hidden beside a transfer': {
    trace: frame({
      to: USDC,
      input: call('0x11111111', STRANGER),
      logs: [log(USDC, 'Transfer(address,address,uint256)', [TRADER, STRANGER], [70n])],
    }),
    diff: {
      [USDC]: storage([
        [100n, 30n],
        [0n, 1n],
      ]),
    },
    found: [[STRANGER, ['call']]],
  },
  'nobody in growing sums of one word': {
    trace: frame({ to: ROUTER, calls: [frame({ from: ROUTER, to: UNKNOWN_CONTRACT, input: '0x11111111' })] }),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, 0x14b49ec90d89e6f2761a00000000000000000001n]]) },
    found: [],
  },
  'nobody in reserves, prices and times of one word': {
    trace: frame({ to: ROUTER, calls: [frame({ from: ROUTER, to: UNKNOWN_CONTRACT, input: '0x11111111' })] }),
    diff: {
      [UNKNOWN_CONTRACT]: storage([[1n << 200n, (123n << 224n) | ((2n ** 100n) << 112n) | (2n ** 110n + 12_345n)]]),
    },
    found: [],
  },
  'nobody of what an account itself calls': {
    trace: frame({ to: FRIEND, input: call('0x11111111', STRANGER), calls: [frame({ from: FRIEND, to: STRANGER })] }),
    diff: { [FRIEND]: storage([[4n, 5n]]) },
    principals: [TRADER, FRIEND],
    found: [],
  },
  'nobody of a call that was rolled back': {
    trace: frame({ to: ROUTER, calls: [onVault(call('0x11111111', STRANGER), { error: 'execution reverted' })] }),
    diff: { [UNKNOWN_CONTRACT]: storage([[0n, 1n]]) },
    found: [],
  },
}

for (const [name, { trace, diff, principals = [TRADER], found }] of Object.entries(CASES))
  test(`named parties: ${name}`, () => {
    const named = deriveNamedParties({ trace, stateDiff: diff }, principals)
    assert.deepEqual(
      named.flatMap(({ parties }) => parties.map(({ address, by }) => [address, by])),
      found,
    )
  })
