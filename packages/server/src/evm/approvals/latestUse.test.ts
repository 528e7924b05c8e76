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

  test('a token that logs by the thousand has few transactions looked into, and a long outage few blocks', async () => {
    let traces = 0
    const trace = async () => {
      traces += 1
      return {}
    }
    const many = Array.from({ length: 3_000 }, (_, at) => moved(at + 1))
    const { asked, found } = used(many, { trace, from: 1n })
    assert.deepEqual([await found, traces], [UNLOOKED, 20])
    assert.equal(asked[0]?.fromBlock, 80_000n)
  })
})
