import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import type { ChainLog, LogFilter, MinedTransaction } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { latestUse } from './latestUse.ts'

const [OWNER, TOKEN, SPENDER, ROUTER] = ['a', 'b', 'c', 'd'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const block = { number: 100_000n } as PinnedBlock
const hashOf = (at: number): Hex => `0x${at.toString(16).padStart(64, '0')}`
const moved = (at: number, amount = 5n): ChainLog => ({
  address: TOKEN,
  topics: [EVENTS.Transfer, topicOf(OWNER), topicOf(SPENDER)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
  blockNumber: BigInt(at),
  transactionHash: hashOf(at),
  logIndex: 0,
})
const pull = `0x23b872dd${OWNER.slice(2).padStart(64, '0')}${'0'.repeat(128)}`
const pulled = (from: Address, more: object = {}) => ({
  from: ROUTER,
  to: SPENDER,
  calls: [{ from, to: TOKEN, input: pull, ...more }],
})

/** A chain with these transfers, and what it answers of each transaction. */
function used(
  logs: readonly ChainLog[],
  {
    trace = async () => null,
    transaction = null,
    from = 99_990n,
  }: {
    trace?: (hash: Hex) => Promise<unknown>
    transaction?: Partial<MinedTransaction> | null
    from?: bigint
  } = {},
) {
  const asked: LogFilter[] = []
  const chain = {
    async *logPages(filter: LogFilter) {
      asked.push(filter)
      yield { fromBlock: filter.fromBlock, toBlock: filter.toBlock, logs: [...logs] }
    },
    transaction: async () => transaction as MinedTransaction | null,
    traceTransaction: trace,
  }
  const grant = { standard: 'erc20', owner: OWNER, token: TOKEN, spender: SPENDER } as const
  return { asked, found: latestUse(chain, { block, from, grant }, AbortSignal.timeout(1_000)) }
}

describe('the last use of an approval without an end', () => {
  test('is where the spender itself called the token for the owner, and the call did not fail', async () => {
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER) }).found, hashOf(1))
    assert.equal(await used([moved(1)], { trace: async () => pulled(ROUTER) }).found, null)
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER, { error: 'reverted' }) }).found, null)
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER, { input: '0x' }) }).found, null)
  })

  test('without a trace only a spender that was called first, or sent it, is told', async () => {
    const cases: [Partial<MinedTransaction> | null, boolean][] = [
      [{ sender: ROUTER, to: SPENDER }, true],
      [{ sender: SPENDER, to: TOKEN }, true],
      [{ sender: ROUTER, to: ROUTER }, false],
      [{ sender: OWNER, to: TOKEN }, false],
      [null, false],
    ]
    for (const [transaction, isUse] of cases)
      assert.equal((await used([moved(1)], { transaction }).found) !== null, isUse, JSON.stringify(transaction))
  })

  test('transfers of nothing are no uses, and a trace of any other shape is none', async () => {
    assert.equal(await used([moved(1, 0n)], { trace: async () => pulled(SPENDER) }).found, null)
    for (const trace of ['', 7, [], { calls: 'x' }, { calls: [null, 3, { from: 4, to: {}, input: [] }] }])
      assert.equal(await used([moved(1)], { trace: async () => trace }).found, null)
  })

  test('a token that logs by the thousand has few transactions looked into, and a long outage few blocks', async () => {
    let traces = 0
    const trace = async () => {
      traces += 1
      return {}
    }
    const many = Array.from({ length: 3_000 }, (_, at) => moved(at + 1))
    const { asked, found } = used(many, { trace, from: 1n })
    assert.deepEqual([await found, traces], [null, 20])
    assert.equal(asked[0]?.fromBlock, 80_000n)
  })
})
