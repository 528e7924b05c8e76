import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import fc from 'fast-check'
import { isOwnAct } from '../../evm/approvals/isOwnAct.ts'
import { EVENTS, transfersOf } from '../../evm/decode/emittedLogs.ts'
import { APPROVAL_EVENTS, grantOf, PERMIT2 } from '../../evm/decode/grants.ts'
import type { InternalTransfer, WatchedBlock, WatchedLog, WatchedTransaction } from '../ports.ts'
import { activitiesOf, type Reading } from './activitiesOf.ts'
import { partiesOf } from './partiesOf.ts'
import { createWatchedSet } from './watchedSet.ts'

const WALLET: Address = `0x${'0a'.repeat(20)}`
const OTHER: Address = `0x${'0b'.repeat(20)}`
const TOKEN: Address = `0x${'70'.repeat(20)}`
const JUNK: Address = `0x${'71'.repeat(20)}`
const HASH: Hex = `0x${'01'.repeat(32)}`
const topic = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
const words = (...values: bigint[]): Hex => `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`
const reading: Reading = {
  transfersOf: (log) => transfersOf([{ ...log, selector: '0x' }]),
  grantOf: (log) => grantOf({ ...log, selector: '0x' }),
  isListed: (token) => token !== JUNK,
  isOwnAct: ({ from: sender, to, input: data }, of) => isOwnAct({ sender, to, data }, of),
}
const log = (topics: Hex[], data: Hex = '0x', address = TOKEN, logIndex = 40): WatchedLog => ({
  address,
  topics,
  data,
  transactionHash: HASH,
  logIndex,
})
const transaction = (change: Partial<WatchedTransaction> = {}): WatchedTransaction => ({
  hash: HASH,
  from: OTHER,
  to: TOKEN,
  nonce: 0n,
  value: 0n,
  input: '0x',
  ...change,
})
const block = (transactions: WatchedTransaction[], logs: WatchedLog[]): WatchedBlock => ({
  chain: 'ethereum',
  environment: 'live',
  number: 9n,
  hash: HASH,
  parentHash: HASH,
  timestamp: 1n,
  transactions,
  logs,
})
const set = (...addresses: Address[]) => {
  const made = createWatchedSet(3)
  for (const address of addresses) made.add(address, 'ethereum')
  return made
}
/** What is found of the wallet: by the look at each log, and the reading of those that name it. */
async function read(
  change: Partial<WatchedTransaction>,
  logs: WatchedLog[],
  wallet = WALLET,
  inside: InternalTransfer[] = [],
) {
  const one = transaction(change)
  const parties = await partiesOf({ ...block([one], logs), inside }, set(wallet))
  const named = parties.transactions.get(HASH) ?? { logs: [], inside: [], leftOut: new Map() }
  const found = await activitiesOf(one, named, new Set([wallet]), reading)
  assert.equal(
    parties.addresses.has(wallet) && parties.transactions.has(HASH),
    found.length > 0 || parties.addresses.size > 0,
  )
  if (found.length > 0) assert.deepEqual([[...parties.addresses], [...parties.transactions.keys()]], [[wallet], [HASH]])
  return found
}

describe('what a transaction says of an address', () => {
  test('coins come and go by its value, and a call is the sender’s', async () => {
    const [out, call] = await read({ from: WALLET, to: OTHER, value: 5n, input: '0x12345678aa' }, [])
    assert.ok(out?.kind === 'transfer' && call?.kind === 'call')
    assert.deepEqual(
      [out.direction, out.counterparty, out.token, out.amount, out.logIndex],
      ['out', OTHER, null, 5n, null],
    )
    assert.deepEqual([call.counterparty, call.selector], [OTHER, '0x12345678'])
    const [paid, ...rest] = await read({ from: OTHER, to: WALLET, value: 5n, input: '0x12345678' }, [])
    assert.ok(paid?.kind === 'transfer' && rest.length === 0)
    assert.deepEqual([paid.direction, paid.counterparty], ['in', OTHER])
    assert.deepEqual(await read({ from: WALLET, to: null, value: 5n, input: '0x6000600055' }, []), [])
    assert.deepEqual(await read({ from: WALLET, to: WALLET, value: 5n }, []), [])
    assert.deepEqual(await read({ from: WALLET, to: OTHER, input: '0x1234' }, []), [])
  })

  test('coins come and go inside of it, bounded as logs are', async () => {
    const payment = { transactionHash: HASH, from: TOKEN, to: WALLET, value: 5n, path: '0.1' }
    const [paid, ...rest] = await read({}, [], WALLET, [
      payment,
      { ...payment, to: OTHER },
      { ...payment, from: WALLET },
    ])
    assert.partialDeepStrictEqual(paid, {
      kind: 'transfer',
      direction: 'in',
      counterparty: TOKEN,
      amount: 5n,
      token: null,
      position: 'inside0.1',
      inside: true,
      logIndex: null,
      claimed: false,
      initiator: OTHER,
    })
    assert.deepEqual(rest, [])
    const [sent] = await read({}, [], WALLET, [{ ...payment, from: WALLET, to: OTHER }])
    assert.ok(sent?.kind === 'transfer' && sent.direction === 'out')
    const many = await read(
      {},
      [],
      WALLET,
      Array.from({ length: 250 }, (_, at) => ({ ...payment, path: String(at) })),
    )
    assert.deepEqual([many.length, many[0]?.leftOut], [100, 150])
  })

  describe('an internal withdrawal is not hidden', () => {
    const pay = (from: Address, to: Address, value: bigint, at: number): InternalTransfer => ({
      transactionHash: HASH,
      from,
      to,
      value,
      path: String(at),
    })
    const dust = (count: number, of: Partial<InternalTransfer> = {}) =>
      Array.from({ length: count }, (_, at) => ({ ...pay(TOKEN, WALLET, 1n, at), ...of }))
    const drain = pay(WALLET, OTHER, 100n, 999)
    const nothing = Array.from({ length: 100 }, (_, at) =>
      log([EVENTS.Transfer, topic(WALLET), topic(OTHER)], words(0n), TOKEN, at),
    )
    const items = Array.from({ length: 100 }, (_, at) =>
      log([EVENTS.TransferSingle, topic(OTHER), topic(WALLET), topic(OTHER)], words(9n, 0n), TOKEN, at),
    )
    const cases: [string, Partial<WatchedTransaction>, WatchedLog[], InternalTransfer[], number | undefined][] = [
      ['by dust that comes', {}, [], [...dust(100), drain], 1],
      ['by much more of it', {}, [], [...dust(450), drain, ...dust(450)], 801],
      ['by dust that goes', {}, [], [...dust(250, { from: WALLET, to: TOKEN }), drain], 151],
      ['by more that comes', {}, [], [...dust(150, { value: 500n }), drain], 51],
      ['by dust beside a call', { from: WALLET, input: '0x12345678' }, [], [...dust(99), drain], 1],
      ['by tokens of amount 0', {}, nothing, [drain], 1],
      ['by items of amount 0', {}, items, [drain], 1],
      ['by both', {}, nothing, [...dust(100), drain], 101],
    ]
    for (const [name, change, logs, inside, leftOut] of cases)
      test(name, async () => {
        const found = await read(change, logs, WALLET, inside)
        const taken = found.find(({ position }) => position === 'inside999')
        assert.partialDeepStrictEqual(taken, { kind: 'transfer', direction: 'out', amount: 100n, leftOut })
        assert.equal(found.length, 100)
      })

    test('of equals the first are told, in their order', async () => {
      const found = await read({}, [], WALLET, dust(250))
      assert.deepEqual(
        found.map(({ position }) => position),
        Array.from({ length: 100 }, (_, at) => `inside${at}`),
      )
    })

    test('a payment of value, and a token’s, come before transfers of nothing', async () => {
      const moved = log([EVENTS.Transfer, topic(WALLET), topic(OTHER)], words(7n), PERMIT2, 100)
      const found = await read({ from: WALLET, to: OTHER, value: 5n }, [...nothing, moved])
      assert.deepEqual(
        found.slice(0, 3).map((one) => one.kind === 'transfer' && one.amount),
        [7n, 5n, 0n],
      )
    })
  })

  test('tokens of every standard, indexed or not, and wrapped coins', async () => {
    const parties = [topic(WALLET), topic(OTHER)]
    const cases: [WatchedLog, object][] = [
      [log([EVENTS.Transfer, ...parties], words(7n)), { kind: 'transfer', direction: 'out', amount: 7n }],
      [
        log([EVENTS.Transfer], words(BigInt(WALLET), BigInt(OTHER), 7n)),
        { kind: 'transfer', direction: 'out', amount: 7n },
      ],
      [
        log([EVENTS.Transfer, ...parties.toReversed(), words(9n)]),
        { kind: 'nft', direction: 'in', standard: 'erc721', items: [{ tokenId: 9n, amount: 1n }] },
      ],
      [
        log([EVENTS.TransferSingle, topic(OTHER), ...parties], words(9n, 2n)),
        { kind: 'nft', direction: 'out', standard: 'erc1155', items: [{ tokenId: 9n, amount: 2n }] },
      ],
      [
        log([EVENTS.TransferBatch, topic(OTHER), ...parties], words(64n, 160n, 2n, 1n, 2n, 2n, 5n, 6n)),
        {
          kind: 'nft',
          direction: 'out',
          items: [
            { tokenId: 1n, amount: 5n },
            { tokenId: 2n, amount: 6n },
          ],
        },
      ],
      [log([EVENTS.Deposit, topic(WALLET)], words(7n)), { kind: 'transfer', direction: 'in', amount: 7n }],
      [log([EVENTS.Withdrawal, topic(WALLET)], words(7n)), { kind: 'transfer', direction: 'out', amount: 7n }],
    ]
    for (const [one, expected] of cases) {
      const [found, ...rest] = await read({}, [one])
      assert.partialDeepStrictEqual(found, {
        ...expected,
        wallet: WALLET,
        logIndex: 40,
        position: 'log0',
        initiator: OTHER,
      })
      assert.deepEqual(rest, [])
    }
  })

  test('permissions of tokens, items, collections and Permit2', async () => {
    const parties = [topic(WALLET), topic(OTHER)]
    const cases: [WatchedLog, object][] = [
      [log([APPROVAL_EVENTS.Approval, ...parties], words(7n)), { kind: 'amount', after: 7n, spender: OTHER }],
      [log([APPROVAL_EVENTS.Approval, ...parties, words(9n)]), { kind: 'token', after: 1n, tokenId: 9n }],
      [
        log([APPROVAL_EVENTS.Approval, topic(WALLET), topic(`0x${'0'.repeat(40)}`), words(9n)]),
        { kind: 'token', after: 0n },
      ],
      [log([APPROVAL_EVENTS.ApprovalForAll, ...parties], words(1n)), { kind: 'operator', after: 1n }],
      [
        log([APPROVAL_EVENTS.Permit2Approval, topic(WALLET), topic(TOKEN), topic(OTHER)], words(7n, 99n), PERMIT2),
        { kind: 'permit2', after: 7n, token: TOKEN, spender: OTHER, expiration: 99n },
      ],
      [
        log([APPROVAL_EVENTS.Permit2Permit, topic(WALLET), topic(TOKEN), topic(OTHER)], words(7n, 99n, 1n), PERMIT2),
        { kind: 'permit2', after: 7n, token: TOKEN, spender: OTHER },
      ],
      [
        log([APPROVAL_EVENTS.Permit2Lockdown, topic(WALLET)], words(BigInt(TOKEN), BigInt(OTHER)), PERMIT2),
        { kind: 'permit2', after: 0n, token: TOKEN, spender: OTHER },
      ],
    ]
    for (const [one, grant] of cases) {
      const [found, ...rest] = await read({}, [one])
      assert.partialDeepStrictEqual(found, { kind: 'approval', wallet: WALLET, grant, position: 'log0' })
      assert.deepEqual(rest, [])
    }
    assert.deepEqual(await read({}, [log([APPROVAL_EVENTS.Approval, topic(OTHER), topic(WALLET)], words(7n))]), [])
  })

  test('an unlisted token’s log in another account’s transaction is claimed only, and comes last', async () => {
    const junk = (at: number) => log([EVENTS.Transfer, topic(WALLET), topic(OTHER)], words(7n), JUNK, at)
    const real = log([EVENTS.Transfer, topic(WALLET), topic(OTHER)], words(7n), TOKEN, 150)
    const found = await read({}, [...Array.from({ length: 150 }, (_, at) => junk(at)), real])
    assert.equal(found.length, 100)
    assert.deepEqual([found[0]?.claimed, found[0]?.position, found[0]?.logIndex], [false, 'log150', 150])
    assert.ok(found.slice(1).every(({ claimed }) => claimed))
    assert.ok(found.every(({ leftOut }) => leftOut === 51))
    const [own] = await read({ from: WALLET, to: JUNK }, [junk(0)])
    assert.equal(own?.claimed, false)
  })

  test('of a batch too long to be read the sides are told, and its items are unknown', async () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => BigInt(at))
    const data = words(64n, 64n + 32n * 5_001n, 5_000n, ...ids, 5_000n, ...ids)
    const [found, ...rest] = await read({}, [
      log([EVENTS.TransferBatch, topic(OTHER), topic(WALLET), topic(OTHER)], data),
      log([EVENTS.Transfer, topic(WALLET), topic(OTHER)], data),
    ])
    assert.partialDeepStrictEqual(found, { kind: 'nft', direction: 'out', counterparty: OTHER, items: null })
    assert.deepEqual(rest, [])
  })

  test('logs that name no watched address are not read, and a contract is not listened to for ever', async () => {
    let decoded = 0
    const counting: Reading = {
      ...reading,
      transfersOf: (one) => {
        decoded++
        return reading.transfersOf(one)
      },
    }
    const of = (from: Address, address: Address, at: number) =>
      log([EVENTS.Transfer, topic(from), topic(TOKEN)], words(7n), address, at)
    const logs = Array.from({ length: 3_000 }, (_, at) => of(at % 2 === 0 ? OTHER : WALLET, TOKEN, at))
    const one = transaction()
    const { transactions, logging } = await partiesOf(block([one], logs), set(WALLET))
    const named = transactions.get(HASH)
    assert.ok(named)
    const found = await activitiesOf(one, named, new Set([WALLET]), counting)
    assert.deepEqual([decoded, found.length, found[0]?.leftOut, logging.get(HASH)], [100, 100, 1_400, 3_000])
    assert.deepEqual([found[0]?.position, found[99]?.position], ['log1', 'log199'])
  })

  test('no log makes it throw, however odd', async () => {
    const hex = fc.uint8Array({ maxLength: 200 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    const event = fc.constantFrom<Hex>(...Object.values(EVENTS), ...Object.values(APPROVAL_EVENTS))
    const word = fc.oneof(
      fc.constantFrom(topic(WALLET), topic(OTHER), words(2n ** 256n - 1n)),
      fc.bigInt(0n, 2n ** 256n - 1n).map((value) => words(value)),
    )
    const odd = fc
      .tuple(
        event,
        fc.array(word, { maxLength: 3 }),
        fc.oneof(
          hex,
          fc.array(word).map((all): Hex => `0x${all.map((one) => one.slice(2)).join('')}`),
        ),
        fc.constantFrom(TOKEN, PERMIT2, JUNK),
      )
      .map(([first, rest, data, address]) => log([first, ...rest], data, address))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(odd, fc.constant(log([]))), { maxLength: 8 }), hex, async (logs, input) => {
        const one = transaction({ from: WALLET, input })
        for (const found of await read({ ...one }, logs)) assert.equal(found.wallet, WALLET)
      }),
      { numRuns: 500 },
    )
  })
})
