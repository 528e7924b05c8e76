import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import { withPatience } from '../../lib/patience.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { word } from '../trade/trader.ts'
import { paidCalls, pastCalls, payoutCalls } from './pastCalls.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [CONTRACT, USER, TOKEN] = [account('a'), account('b'), account('c')]
const block = sampleFacts().block as PinnedBlock
const hash = (index: number): Hex => `0x${word(BigInt(index + 1))}`
/** A call with a word of data, so that it may name an amount. */
const DATA: Hex = `0xb6b55f25${word(7n)}`
const transfer = (from: Address, to: Address) => ({
  address: TOKEN,
  topics: [EVENTS.Transfer, `0x${word(from)}`, `0x${word(to)}`] as Hex[],
  data: `0x${word(7n)}` as Hex,
})
const log = (index: number): ChainLog => ({
  ...transfer(USER, CONTRACT),
  blockNumber: block.number - BigInt(index),
  transactionHash: hash(index),
  logIndex: 0,
})
const fails = async (): Promise<never> => {
  throw new Error('no endpoint answers')
}

type Past = Pick<ChainSource, 'logs' | 'sentTransaction' | 'receipt' | 'accountTransactions'>

/** A node with one call of a user in its logs, and without a list of transactions. */
function node(changes: Partial<Past> = {}): Past {
  return {
    logs: async () => [log(0)],
    sentTransaction: async (of) => ({
      hash: of,
      transaction: { from: USER, to: CONTRACT, value: 0n, data: DATA },
      mined: { blockNumber: block.number, index: 0 },
    }),
    receipt: async () => ({
      success: true,
      gasUsed: 0n,
      logs: [
        { ...transfer(USER, CONTRACT), index: 0 },
        { ...transfer(CONTRACT, USER), index: 1 },
      ],
      created: null,
    }),
    accountTransactions: async () => null,
    ...changes,
  }
}
const listed: Past['accountTransactions'] = async () => ({
  transactions: [
    { hash: hash(0), blockNumber: 1n, timestamp: null, from: USER, to: CONTRACT, value: 0n, data: DATA, success: true },
  ],
  oldest: true,
  newest: true,
})
/** Gives the logs of a few blocks at once, and those of many too late. */
const busy =
  (logs: ChainLog[]): Past['logs'] =>
  ({ fromBlock }, signal) =>
    block.number - fromBlock <= 50n
      ? Promise.resolve(logs)
      : new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })

describe('past calls of a contract', () => {
  const many = Array.from({ length: 30 }, (_, index) => log(index))
  const cases: [name: string, chain: Past, calls: number, isRead: boolean][] = [
    ['are those of its logs', node(), 1, true],
    ['are none where it has no logs and no node lists transactions', node({ logs: async () => [] }), 0, true],
    ['are those of a list where it has no logs', node({ logs: async () => [], accountTransactions: listed }), 1, true],
    ['are those of a list where logs fail', node({ logs: fails, accountTransactions: listed }), 1, true],
    ['are not known where logs fail and no node lists transactions', node({ logs: fails }), 0, false],
    ['are not known where both fail', node({ logs: fails, accountTransactions: fails }), 0, false],
    [
      'are not known where the list of a contract without logs fails',
      node({ logs: async () => [], accountTransactions: fails }),
      0,
      false,
    ],
    ['are not known where a transaction fails', node({ sentTransaction: fails }), 0, false],
    ['are not known where a logged transaction is not', node({ sentTransaction: async () => null }), 0, false],
    ['are not known where a receipt fails', node({ receipt: fails }), 0, false],
    ['are the newest of a busy contract', node({ logs: busy(many) }), 1, true],
    ['are a part where the newest blocks have few', node({ logs: busy([log(0)]) }), 1, false],
  ]
  const asked = { block, address: CONTRACT }
  const { signal } = new AbortController()
  for (const [name, chain, calls, isRead] of cases)
    test(name, async () => {
      const [into, out, signed] = await withPatience(0.05, () =>
        Promise.all([
          pastCalls(chain, asked, signal),
          payoutCalls(chain, asked, signal),
          paidCalls(chain, { ...asked, isAsked: () => true }, signal),
        ]),
      )
      assert.deepEqual([into.calls.length, into.failure === null], [calls, isRead])
      assert.deepEqual([out.calls.length, out.failure === null], [calls, isRead])
      // The user is the sender, and no payer of another's call.
      assert.deepEqual([signed.calls.length, signed.failure === null], [0, isRead])
    })

  test('end with the scan', async () => {
    const stopped = AbortSignal.abort(new Error('the scan is over'))
    await assert.rejects(pastCalls(node({ logs: fails }), asked, stopped), /the scan is over/)
  })
})
