import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { ChainLog, LogFilter, MinedTransaction } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { type EndlessGrant, latestUse, UNLOOKED } from './latestUse.ts'

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
    standard = 'erc20',
  }: {
    trace?: (hash: Hex) => Promise<unknown>
    transaction?: Partial<MinedTransaction> | null
    from?: bigint
    standard?: EndlessGrant['standard']
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
  const grant = { standard, owner: OWNER, token: TOKEN, spender: SPENDER }
  const look = latestUse(chain, { block, from, grant }, AbortSignal.timeout(1_000))
  return { asked, look, found: look.then(({ use }) => use) }
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
    ]
    for (const [transaction, isUse] of cases)
      assert.equal((await used([moved(1)], { transaction }).found) !== null, isUse, JSON.stringify(transaction))
    await assert.rejects(used([moved(1)], { transaction: null }).found)
  })

  test('transfers of nothing are no uses, and a trace of any other shape is none', async () => {
    assert.equal(await used([moved(1, 0n)], { trace: async () => pulled(SPENDER) }).found, null)
    for (const trace of ['', 7, [], { calls: 'x' }, { calls: [null, 3, { from: 4, to: {}, input: [] }] }])
      assert.equal(await used([moved(1)], { trace: async () => trace }).found, null)
  })

  test('a trace that fails is asked for again: the weaker test is for networks without traces', async () => {
    const trace = () => Promise.reject(new Error('timed out'))
    await assert.rejects(used([moved(1)], { trace, transaction: { sender: ROUTER, to: ROUTER } }).found)
  })

  test('transfers of nothing do not hide what moved before them', async () => {
    const nothing = Array.from({ length: 2_000 }, (_, at) => moved(at + 2, 0n))
    assert.equal(await used([moved(1), ...nothing], { trace: async () => pulled(SPENDER) }).found, hashOf(1))
  })

  test('a transaction of more calls than are looked at may have used it', async () => {
    const calls = Array.from({ length: 30_000 }, () => ({ from: ROUTER, to: SPENDER }))
    assert.equal(await used([moved(1)], { trace: async () => ({ calls }) }).found, UNLOOKED)
  })

  describe('calls of the spender that move what is the owner’s', () => {
    const word = (address: Address) => address.slice(2).padStart(64, '0')
    const [owner, other, token, amount] = [word(OWNER), word(ROUTER), word(TOKEN), '1'.padStart(64, '0')]
    const list = `${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}`
    const cases: [string, EndlessGrant['standard'], string, object, boolean][] = [
      ['a pull', 'erc20', `0x23b872dd${owner}${other}${amount}`, { type: 'CALL' }, true],
      ['a pull from another, to the owner', 'erc20', `0x23b872dd${other}${owner}${amount}`, {}, false],
      ['a payment to the owner', 'erc20', `0xa9059cbb${owner}${amount}`, {}, false],
      ['a question', 'erc20', `0x70a08231${owner}`, { type: 'STATICCALL' }, false],
      ['the code alone', 'erc20', `0x23b872dd${owner}${other}${amount}`, { type: 'DELEGATECALL' }, false],
      ['ERC-4626: shares of the owner', 'erc20', `0xba087652${amount}${other}${owner}`, {}, true],
      ['Permit2', 'permit2', `0x36c78516${owner}${other}${amount}${token}`, {}, true],
      ['Permit2, of another token', 'permit2', `0x36c78516${owner}${token}${amount}${other}`, {}, false],
      [
        'Permit2, in a list',
        'permit2',
        `0x0d58b1db${list}${other}${owner}${amount}${token}${owner}${other}${amount}${token}`,
        {},
        true,
      ],
      [
        'Permit2, in a list of others',
        'permit2',
        `0x0d58b1db${list}${other}${owner}${amount}${token}${owner}${other}${amount}${other}`,
        {},
        false,
      ],
      ['Permit2, by a signature', 'permit2', `0x30f28b7a${token}${amount}${amount}${amount}${owner}`, {}, false],
    ]
    for (const [name, standard, input, more, isUse] of cases)
      test(name, async () => {
        const to = standard === 'permit2' ? PERMIT2 : TOKEN
        const trace = async () => pulled(SPENDER, { to, input, ...more })
        assert.equal(await used([moved(1)], { trace, standard }).found, isUse ? hashOf(1) : null)
      })
  })

  test('of many transactions the oldest are looked into, and the next look goes on behind them', async () => {
    let traces = 0
    const trace = async (hash: Hex) => {
      traces += 1
      return hash === hashOf(30) ? pulled(SPENDER) : {}
    }
    const many = Array.from({ length: 3_000 }, (_, at) => moved(at + 1))
    const first = used(many, { trace, from: 1n })
    assert.deepEqual([await first.look, traces], [{ use: null, to: 20n }, 20])
    const second = used(many.slice(20), { trace, from: 21n })
    assert.deepEqual(await second.look, { use: hashOf(30), to: 40n })
  })

  test('after a long outage the oldest blocks are looked at first, and none is called a use', async () => {
    const { asked, look } = used([], { from: 1n })
    assert.deepEqual(await look, { use: null, to: 20_000n })
    assert.deepEqual([asked[0]?.fromBlock, asked[0]?.toBlock], [1n, 20_000n])
    assert.deepEqual(await used([], { from: 99_990n }).look, { use: null, to: 100_000n })
    assert.deepEqual(await used([], { from: 100_001n }).look, { use: null, to: 100_000n })
  })

  test('a block with more transactions than are looked into may have a use', async () => {
    const flood = Array.from({ length: 50 }, (_, at) => ({ ...moved(7), transactionHash: hashOf(at + 1) }))
    assert.deepEqual(await used(flood, { trace: async () => ({}), from: 7n }).look, { use: UNLOOKED, to: 7n })
  })

  test('blocks read before the endpoint failed are looked at, and none at all is an error', async () => {
    const failing = (pages: number) => {
      const chain = {
        async *logPages({ fromBlock }: LogFilter) {
          for (let page = 0n; page < pages; page++)
            yield {
              fromBlock: fromBlock + page * 10n,
              toBlock: fromBlock + page * 10n + 9n,
              logs: [moved(Number(fromBlock))],
            }
          throw new Error('timed out')
        },
        transaction: async () => null,
        traceTransaction: async () => pulled(SPENDER),
      }
      const grant = { standard: 'erc20', owner: OWNER, token: TOKEN, spender: SPENDER } as const
      return latestUse(chain, { block, from: 50n, grant }, AbortSignal.timeout(1_000))
    }
    assert.deepEqual(await failing(1), { use: hashOf(50), to: 59n })
    await assert.rejects(failing(0), /timed out/)
  })
})
