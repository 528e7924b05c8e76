import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { ChainLog, LogFilter, MinedTransaction } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { createUseLook, type LatestUse, UNLOOKED, type UseQuestion } from './createUseLook.ts'
import { indexGrants, usesIn, type WatchedGrant } from './usesInTrace.ts'

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
const pull = `0x23b872dd${OWNER.slice(2).padStart(64, '0')}${'0'.repeat(64)}${'5'.padStart(64, '0')}`
/** As a node tells a call from the router to itself. */
const ROOT = { type: 'CALL', from: ROUTER, to: ROUTER }
const SENT: Partial<MinedTransaction> = { sender: ROUTER, to: ROUTER }
const pulled = (from: Address, more: object = {}) => ({
  ...ROOT,
  calls: [{ from, to: TOKEN, input: pull, ...more }],
})

/** Without what is no news from now on. */
const shown = ({ seen: _, ...rest }: LatestUse) => rest

/** A chain with these transfers, and what it answers of each transaction. */
function used(
  logs: readonly ChainLog[],
  {
    trace = async () => null,
    transaction = SENT,
    from = 1n,
    standard = 'erc20',
  }: {
    trace?: (hash: Hex) => Promise<unknown>
    transaction?: Partial<MinedTransaction> | null
    from?: bigint
    standard?: WatchedGrant['standard']
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
  const question = { from, grant }
  const look = createUseLook(chain, { block, questions: [question] }, AbortSignal.timeout(1_000))(question).then(shown)
  return { asked, look, found: look.then(({ use }) => use) }
}

describe('several permissions of one network', () => {
  const wallets = Array.from({ length: 8 }, (_, at): Address => `0x${(0xf0 + at).toString(16).repeat(20)}`)
  const tokens = [TOKEN, ROUTER]
  const all = wallets.flatMap((owner) =>
    tokens.map(
      (token): UseQuestion => ({ from: 90_000n, grant: { standard: 'erc20', owner, token, spender: SPENDER } }),
    ),
  )
  const log = (owner: Address, token: Address, at: number, blockNumber = 99_000): ChainLog => ({
    ...moved(at),
    address: token,
    topics: [EVENTS.Transfer, topicOf(owner), topicOf(SPENDER)],
    blockNumber: BigInt(blockNumber),
  })
  const pullOf = (owner: Address, to: Address) => ({
    from: SPENDER,
    to,
    input: `0x23b872dd${owner.slice(2).padStart(64, '0')}${'0'.repeat(64)}${'5'.padStart(64, '0')}`,
  })
  function look(
    questions: readonly UseQuestion[],
    { logs, calls = [] }: { logs: (filter: LogFilter) => ChainLog[]; calls?: object[] },
  ) {
    const made = { filters: [] as LogFilter[], traces: 0 }
    const chain = {
      async *logPages(filter: LogFilter) {
        made.filters.push(filter)
        yield { fromBlock: filter.fromBlock, toBlock: filter.toBlock, logs: logs(filter) }
      },
      transaction: async () => SENT as MinedTransaction,
      traceTransaction: async () => {
        made.traces += 1
        return { ...ROOT, calls }
      },
    }
    const uses = createUseLook(chain, { block, questions }, AbortSignal.timeout(1_000))
    return { made, uses, answers: () => Promise.all(questions.map((one) => uses(one))) }
  }

  test('share one read of logs, and each transaction is read once', async () => {
    const [one, other] = [wallets[1] ?? TOKEN, wallets[2] ?? TOKEN]
    // One transaction takes from two wallets: an airdrop thief, a bridge, a batch.
    const logs = [...all.map(({ grant }) => log(grant.owner, grant.token, 7))]
    const { made, answers } = look(all, { logs: () => logs, calls: [pullOf(one, TOKEN), pullOf(other, ROUTER)] })
    const found = await answers()
    assert.deepEqual([made.filters.length, made.traces], [1, 1])
    assert.deepEqual([made.filters[0]?.address?.length, made.filters[0]?.topics?.[1]?.length], [2, 8])
    const used = all.filter((_, at) => found[at]?.use === hashOf(7)).map(({ grant }) => [grant.owner, grant.token])
    assert.deepEqual(used, [
      [one, TOKEN],
      [other, ROUTER],
    ])
  })

  test('ask nothing before one of them is asked for', () => {
    assert.deepEqual(look(all, { logs: () => [] }).made, { filters: [], traces: 0 })
  })

  test('a busy wallet leaves the others what moved for them', async () => {
    const [quiet] = all
    const busy = all.at(-1)?.grant ?? assert.fail()
    const flood = Array.from({ length: 3_000 }, (_, at) => log(busy.owner, busy.token, at + 100))
    const own = log(quiet?.grant.owner ?? TOKEN, TOKEN, 7)
    const { made, uses } = look(all, {
      // As a node filters.
      logs: ({ address = [], topics = [] }) =>
        [...flood, own].filter(
          (one) => address.includes(one.address) && [topics[1]].flat().includes(one.topics[1] ?? '0x'),
        ),
      calls: [pullOf(quiet?.grant.owner ?? TOKEN, TOKEN)],
    })
    assert.deepEqual(shown(await uses(quiet ?? assert.fail())), { use: hashOf(7), at: 99_000n, to: 100_000n })
    assert.equal(made.filters.length, 2)
  })

  test('a read that fails for one of them is made for each by itself', async () => {
    const [first = assert.fail()] = all
    const bad = all.at(-1)?.grant.owner ?? TOKEN
    const { made, uses } = look(all, {
      logs({ topics = [] }) {
        if ([topics[1]].flat().includes(topicOf(bad))) throw new Error('query timed out')
        return [log(first.grant.owner, TOKEN, 7)]
      },
      calls: [pullOf(first.grant.owner, TOKEN)],
    })
    assert.equal((await uses(first)).use, hashOf(7))
    assert.equal(made.filters.length, 2)
    await assert.rejects(uses(all.at(-1) ?? assert.fail()), /timed out/)
  })

  test('those that are far behind do not make the others read as far', async () => {
    const far = { ...(all[0] ?? assert.fail()), from: 1n }
    const { made, answers } = look([far, ...all.slice(1)], { logs: () => [] })
    const found = await answers()
    assert.deepEqual(
      made.filters.map(({ fromBlock, toBlock }) => [fromBlock, toBlock]).sort(),
      [
        [1n, 20_000n],
        [90_000n, 100_000n],
      ].sort(),
    )
    assert.deepEqual([found[0]?.to, found[1]?.to], [20_000n, 100_000n])
  })

  test('one that was looked at later is not told what is before its own first block', async () => {
    const later = { ...(all[0] ?? assert.fail()), from: 99_500n }
    const logs = [log(later.grant.owner, TOKEN, 7, 99_000)]
    const { uses } = look([later, ...all.slice(1)], { logs: () => logs, calls: [pullOf(later.grant.owner, TOKEN)] })
    assert.equal((await uses(later)).use, null)
  })

  test('a use that was told before is passed over, and the one before it is told', async () => {
    const [one = assert.fail()] = all
    const logs = [log(one.grant.owner, TOKEN, 7), log(one.grant.owner, TOKEN, 8)]
    const { uses } = look(all, { logs: () => logs, calls: [pullOf(one.grant.owner, TOKEN)] })
    assert.equal((await uses(one, [hashOf(8)])).use, hashOf(7))
    assert.equal((await uses(one, [hashOf(8), hashOf(7)])).use, null)
  })

  test('uses before the told one are no news either, wherever they are mined next', async () => {
    const [one = assert.fail()] = all
    const logs = [7, 8, 9].map((at) => log(one.grant.owner, TOKEN, at, 99_000 + at))
    const { uses } = look(all, { logs: () => logs, calls: [pullOf(one.grant.owner, TOKEN)] })
    const seen = [7, 8, 9].map((at) => ({ hash: hashOf(at), at: 99_000n + BigInt(at) }))
    assert.deepEqual((await uses(one)).seen, seen)
    const again = await uses(one, [hashOf(9), hashOf(8)])
    assert.deepEqual([again.use, again.seen.length], [hashOf(7), 3])
  })

  test('one token that floods its log leaves the others their shared reads', async () => {
    const many = Array.from({ length: 100 }, (_, at): UseQuestion => {
      const [owner, token] = [at + 1, at + 5_000].map((n): Address => `0x${n.toString(16).padStart(40, '0')}`)
      return {
        from: 99_000n,
        grant: { standard: 'erc20', owner: owner ?? TOKEN, token: token ?? TOKEN, spender: SPENDER },
      }
    })
    const hostile = many[0]?.grant ?? assert.fail()
    // It can log in the name of any wallet.
    const flood = Array.from({ length: 2_001 }, (_, at) =>
      log(many[at % 100]?.grant.owner ?? TOKEN, hostile.token, at + 1, 99_500),
    )
    const { made, answers } = look(many, {
      logs: ({ address = [], topics = [] }) =>
        flood.filter((one) => address.includes(one.address) && [topics[1]].flat().includes(one.topics[1] ?? '0x')),
    })
    const found = await answers()
    assert.equal(made.filters.length, 3)
    assert.deepEqual(
      found.slice(1).map(({ use, to }) => [use, to]),
      Array(99).fill([null, block.number]),
    )
  })

  test('a shared read that breaks off leaves those that it did not reach where they were', async () => {
    const [behind, ahead] = [98_000n, 99_900n].map(
      (from, at): UseQuestion => ({ ...(all[at * 3] ?? assert.fail()), from }),
    )
    let reads = 0
    const chain = {
      async *logPages({ fromBlock }: LogFilter) {
        reads += 1
        yield { fromBlock, toBlock: fromBlock + 49n, logs: [] }
        throw new Error('timed out')
      },
      transaction: async () => null,
      traceTransaction: async () => null,
    }
    const questions = [behind ?? assert.fail(), ahead ?? assert.fail()]
    const uses = createUseLook(chain, { block, questions }, AbortSignal.timeout(1_000))
    const found = await Promise.all(questions.map((one) => uses(one)))
    assert.deepEqual([found.map(({ to }) => to), reads], [[98_049n, 99_949n], 2])
  })
})

describe('the last use of an approval without an end', () => {
  test('is where the spender itself called the token for the owner, and the call did not fail', async () => {
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER) }).found, hashOf(1))
    assert.equal(await used([moved(1)], { trace: async () => pulled(ROUTER) }).found, null)
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER, { error: 'reverted' }) }).found, null)
    assert.equal(await used([moved(1)], { trace: async () => pulled(SPENDER, { input: '0x' }) }).found, null)
    const oneCall = pulled(SPENDER, { input: pull.toUpperCase().replace('X', 'x') })
    assert.equal(await used([moved(1)], { trace: async () => oneCall }).found, hashOf(1))
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

  test('transfers of nothing are no uses', async () => {
    assert.equal(await used([moved(1, 0n)], { trace: async () => pulled(SPENDER) }).found, null)
    const calls = [null, 3, { from: 4, to: {}, input: [] }]
    assert.equal(await used([moved(1)], { trace: async () => ({ ...ROOT, calls }) }).found, null)
  })

  test('what is no trace of the transaction counts as none', async () => {
    const bySpender: Partial<MinedTransaction> = { sender: ROUTER, to: SPENDER }
    const made: Partial<MinedTransaction> = { sender: SPENDER, to: null }
    const root = { type: 'CALL', from: ROUTER, to: SPENDER, calls: [] }
    const cases: [unknown, Partial<MinedTransaction>, boolean][] = [
      ...['', 'x', 7, [], {}, { calls: 'x' }].map((trace): [unknown, Partial<MinedTransaction>, boolean] => [
        trace,
        bySpender,
        true,
      ]),
      [{ ...root, type: undefined }, bySpender, true],
      [{ ...root, type: 'STATICCALL' }, bySpender, true],
      [{ ...root, from: OWNER }, bySpender, true],
      [{ ...root, to: OWNER }, bySpender, true],
      [root, bySpender, false],
      [{ ...root, to: SPENDER.toUpperCase().replace('X', 'x') }, bySpender, false],
      [{ ...root, from: SPENDER }, made, true],
      [{ type: 'CREATE', from: SPENDER, to: ROUTER }, made, false],
    ]
    for (const [trace, transaction, isUse] of cases)
      assert.equal(
        (await used([moved(1)], { trace: async () => trace, transaction }).found) !== null,
        isUse,
        JSON.stringify(trace),
      )
  })

  test('one walk is enough for all permissions, however many', async () => {
    let read = 0
    const call = { type: 'CALL', from: OWNER, to: TOKEN, calls: [] }
    const calls = Array.from({ length: 19_000 }, () =>
      Object.defineProperty({ ...call }, 'input', {
        get: () => {
          read += 1
          return '0x'
        },
      }),
    )
    const spenders = Array.from({ length: 100 }, (_, at): Address => `0x${(at + 16).toString(16).repeat(20)}`)
    const grants = spenders.map((spender): WatchedGrant => ({ standard: 'erc20', owner: OWNER, token: TOKEN, spender }))
    const trace = { ...ROOT, calls: [...calls, { from: spenders[7], to: TOKEN, input: pull }] }
    const { used: found, whole } = usesIn(trace, indexGrants(grants))
    assert.deepEqual([[...found], whole, read], [[grants[7]], true, 0])
  })

  test('items of ERC-1155 that are none are no uses', async () => {
    const word = (n: number) => n.toString(16).padStart(64, '0')
    const batch = (...amounts: number[]) =>
      [64, 64 + 32 * (amounts.length + 1), amounts.length, ...amounts.map((_, id) => id), amounts.length, ...amounts]
        .map(word)
        .join('')
    const cases: ['TransferSingle' | 'TransferBatch', string, boolean][] = [
      ['TransferSingle', word(7) + word(0), false],
      ['TransferSingle', word(0) + word(1), true],
      ['TransferBatch', batch(0, 0), false],
      ['TransferBatch', batch(), false],
      ['TransferBatch', batch(0, 2), true],
      // Of another form: it does not say that nothing moved.
      ['TransferBatch', word(7), true],
    ]
    for (const [event, data, isUse] of cases) {
      const topics: Hex[] = [EVENTS[event], topicOf(SPENDER), topicOf(OWNER), topicOf(ROUTER)]
      const log: ChainLog = { ...moved(1), topics, data: `0x${data}` }
      assert.equal((await used([log], { standard: 'erc1155' }).found) !== null, isUse, `${event} ${data}`)
    }
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
    assert.equal(await used([moved(1)], { trace: async () => ({ ...ROOT, calls }) }).found, UNLOOKED)
  })

  describe('calls of the spender that move what is the owner’s', () => {
    const word = (address: Address) => address.slice(2).padStart(64, '0')
    const [owner, other, token, amount] = [word(OWNER), word(ROUTER), word(TOKEN), '1'.padStart(64, '0')]
    const list = `${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}`
    const cases: [string, WatchedGrant['standard'], string, object, boolean][] = [
      ['a pull', 'erc20', `0x23b872dd${owner}${other}${amount}`, { type: 'CALL' }, true],
      ['a pull of nothing', 'erc20', `0x23b872dd${owner}${other}${'0'.repeat(64)}`, {}, false],
      ['a pull of item 0', 'erc721', `0x23b872dd${owner}${other}${'0'.repeat(64)}`, {}, true],
      ['Permit2, of nothing', 'permit2', `0x36c78516${owner}${other}${'0'.repeat(64)}${token}`, {}, false],
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
      return hash === hashOf(30) ? pulled(SPENDER) : ROOT
    }
    const many = Array.from({ length: 3_000 }, (_, at) => moved(at + 1))
    const first = used(many, { trace, from: 1n })
    assert.deepEqual([await first.look, traces], [{ use: null, to: 20n }, 20])
    const second = used(many.slice(20), { trace, from: 21n })
    assert.deepEqual(await second.look, { use: hashOf(30), at: 30n, to: 40n })
  })

  test('after a long outage the oldest blocks are looked at first, and none is called a use', async () => {
    const { asked, look } = used([], { from: 1n })
    assert.deepEqual(await look, { use: null, to: 20_000n })
    assert.deepEqual([asked[0]?.fromBlock, asked[0]?.toBlock], [1n, 20_000n])
    assert.deepEqual(await used([], { from: 99_990n }).look, { use: null, to: 100_000n })
    assert.deepEqual(await used([], { from: 100_001n }).look, { use: null, to: 100_000n })
    assert.deepEqual(await used([], { from: 100_005n }).look, { use: null, to: 100_004n })
  })

  test('a block with more transactions than are looked into may have a use', async () => {
    const flood = Array.from({ length: 50 }, (_, at) => ({ ...moved(7), transactionHash: hashOf(at + 1) }))
    assert.deepEqual(await used(flood, { trace: async () => ROOT, from: 7n }).look, { use: UNLOOKED, at: 7n, to: 7n })
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
        transaction: async () => SENT as MinedTransaction,
        traceTransaction: async () => pulled(SPENDER),
      }
      const grant = { standard: 'erc20', owner: OWNER, token: TOKEN, spender: SPENDER } as const
      const question = { from: 50n, grant }
      return createUseLook(chain, { block, questions: [question] }, AbortSignal.timeout(1_000))(question).then(shown)
    }
    assert.deepEqual(await failing(1), { use: hashOf(50), at: 50n, to: 59n })
    await assert.rejects(failing(0), /timed out/)
  })
})
