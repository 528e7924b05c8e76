import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { PolicyRules } from '../../domain/policy/policy.ts'
import { FRIEND, outflow, payment, ROUTER, rulesWith, STRANGER, TOKEN } from '../../domain/policy/testPolicy.ts'
import { createPolicyGate } from '../../usecases/policies/policyGate.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR = 3_600_000
const ACCOUNT = 'acc_budget'
const hashOf = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`
const RELAYER: Address = `0x${'e'.repeat(40)}`
let wallets = 0

export function budgetConforms(world: () => StoreWorld, store: () => Store): void {
  /** A wallet with rules, and its gate at a time that the test moves. */
  async function guard(changed: Partial<PolicyRules>, on: Store = store()) {
    const wallet: Address = `0x${(0xb0d6e7 * 1_000 + ++wallets).toString(16).padStart(40, '0')}`
    const owner = { accountId: ACCOUNT, environment: 'live' } as const
    const rules = rulesWith(changed)
    await on.policies.change(
      owner,
      wallet,
      () => ({
        policy: {
          address: wallet,
          version: 1,
          rules,
          former: [],
          deletedAt: null,
          createdAt: NOON,
          updatedAt: NOON,
        },
        version: {
          version: 1,
          action: 'created',
          rules,
          actor: { keyId: 'key', name: 'test' },
          changed: [],
          at: NOON,
          effectiveAt: NOON,
        },
      }),
      { max: 10_000 },
    )
    return at(wallet, on)
  }
  function at(wallet: Address, on: Store) {
    const clock = { now: NOON }
    const gate = createPolicyGate({ budget: on.budget, now: () => clock.now })
    const where = { account: ACCOUNT, environment: 'live', chain: 'ethereum', wallet } as const
    const ask = async (
      identity: number,
      effects: Effects,
      expiresAt: number | null = null,
      nonce: { sender: Address; nonce: bigint } | null = null,
    ) => gate.check({ ...where, effects, nonce, reserve: { identity: hashOf(identity), expiresAt } })
    const outcome = async (identity: number, effects: Effects, expiresAt: number | null = null) =>
      (await ask(identity, effects, expiresAt)).decision?.outcome
    const used = async () => {
      const known = await on.budget.read({ accountId: ACCOUNT, environment: 'live', wallet }, clock.now)
      return [known?.usage.dayMicroUsd, known?.usage.rollingMicroUsd].map((micro) => Number(micro) / 1e6)
    }
    const see = (index: number, changed: Partial<Parameters<Store['budget']['book']>[0]> = {}) =>
      on.budget.book({
        environment: 'live',
        chain: 'ethereum',
        wallet,
        transactionHash: hashOf(index),
        at: clock.now,
        sender: RELAYER,
        nonce: BigInt(index),
        succeeded: true,
        outflows: [],
        ...changed,
      })
    return { wallet, clock, gate, ask, outcome, used, see }
  }
  const daily = (usd: number, rolling24hUsd: number | null = null) => ({
    dailySpendingLimit: { usd, rolling24hUsd, alertAt: 0.8 },
  })
  const permit = (usd: number): Effects =>
    payment(null, {
      method: 'eth_signTypedData_v4',
      messages: ['allowance'],
      outflows: [],
      calls: [],
      recipients: [],
      approvals: [{ token: TOKEN, spender: ROUTER, unlimited: false, amount: 1_000n, atRiskUsd: usd }],
    })
  const signing = {
    signing: { methods: ['eth_sendTransaction', 'eth_signTypedData_v4'], messages: ['allowance'] },
  } as const

  test('a wallet without a policy has no decision', async () => {
    const { outcome } = at(`0x${'0'.repeat(39)}9`, store())
    assert.equal(await outcome(1, payment(1e9)), undefined)
  })

  test('sends and signatures at once on two nodes never pass the limit', async () => {
    const other = await world().open()
    try {
      const one = await guard({ ...daily(100), ...signing })
      const two = at(one.wallet, other)
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 ? one : two).ask(100 + index, index % 3 ? payment(3) : permit(3)),
        ),
      )
      assert.equal(results.filter(({ reservationId }) => reservationId !== null).length, 33)
      assert.deepEqual(await one.used(), [99, 99])
    } finally {
      await other.close()
    }
  })

  test('the same request is booked once', async () => {
    const one = await guard(daily(100))
    const all = await Promise.all(Array.from({ length: 5 }, () => one.ask(1, payment(60))))
    assert.equal(new Set(all.map(({ reservationId }) => reservationId)).size, 1)
    assert.equal(all.filter(({ isNew }) => isNew).length, 1, 'one attempt may give it back')
    assert.ok(all[0]?.reservationId)
    assert.deepEqual(await one.used(), [60, 60])
  })

  test('a request that is held or refused books nothing', async () => {
    const one = await guard(daily(100))
    assert.equal(await one.outcome(1, payment(101)), 'refuse')
    assert.equal(await one.outcome(2, payment(null)), 'hold')
    assert.deepEqual(await one.used(), [0, 0])
  })

  test('what is released can be used again', async () => {
    const one = await guard(daily(100))
    const { reservationId } = await one.ask(1, payment(100))
    assert.equal(await one.outcome(2, payment(1)), 'refuse')
    await one.gate.release(reservationId as string)
    assert.equal(await one.outcome(2, payment(100)), 'allow')
  })

  test('a signature counts until it expires, over midnight too', async () => {
    const one = await guard({ ...daily(100), ...signing })
    assert.equal(await one.outcome(1, permit(80), NOON + 14 * HOUR), 'allow')
    one.clock.now = NOON + 13 * HOUR
    assert.equal(await one.outcome(2, payment(30)), 'refuse')
    one.clock.now = NOON + 14 * HOUR
    assert.equal(await one.outcome(2, payment(30)), 'allow')
  })

  test('what is on chain counts for its UTC day and for 24 hours', async () => {
    const one = await guard(daily(100, 150))
    one.clock.now = NOON + 11 * HOUR
    const { reservationId } = await one.ask(1, payment(100))
    await one.gate.settle(reservationId as string, hashOf(1))
    await one.see(1, { outflows: [{ asset: null, amount: 10n ** 18n, usd: 100, parties: [FRIEND] }] })
    assert.equal(await one.outcome(2, payment(1)), 'refuse')
    one.clock.now = NOON + 12 * HOUR
    assert.deepEqual(await one.used(), [0, 100])
    assert.equal(await one.outcome(3, payment(51)), 'refuse')
    assert.equal(await one.outcome(4, payment(50)), 'allow')
    one.clock.now = NOON + 35 * HOUR
    assert.deepEqual(await one.used(), [50, 50])
  })

  test('a sent transaction counts on the next day until it is seen, or for 24 hours', async () => {
    const one = await guard(daily(100))
    one.clock.now = NOON + 11 * HOUR
    const { reservationId } = await one.ask(1, payment(100))
    await one.gate.settle(reservationId as string, hashOf(1))
    one.clock.now = NOON + 13 * HOUR
    assert.equal(await one.outcome(2, payment(1)), 'refuse')
    one.clock.now = NOON + 36 * HOUR
    assert.equal(await one.outcome(2, payment(100)), 'allow')
  })

  test('an outflow that another client sent is booked once', async () => {
    const one = await guard(daily(100))
    const seen = { outflows: [{ asset: null, amount: 1n, usd: 90, parties: [FRIEND] }] }
    await Promise.all([one.see(1, seen), one.see(1, seen)])
    await one.see(1, seen)
    assert.deepEqual(await one.used(), [90, 90])
    assert.equal(await one.outcome(2, payment(11)), 'refuse')
  })

  test('a transaction that failed gives its booking back', async () => {
    const one = await guard(daily(100))
    const { reservationId } = await one.ask(1, payment(100))
    await one.gate.settle(reservationId as string, hashOf(1))
    await one.see(1, { succeeded: false })
    assert.equal(await one.outcome(2, payment(100)), 'allow')
  })

  test('a transaction that was sent by a process that died then is known by its hash', async () => {
    const one = await guard(daily(100))
    await one.ask(1, payment(60))
    await one.see(1, { outflows: [{ asset: null, amount: 10n ** 18n, usd: 60, parties: [FRIEND] }] })
    assert.deepEqual(await one.used(), [60, 60])
  })

  test('another transaction with the nonce releases the booking of the first', async () => {
    const one = await guard(daily(100))
    await one.ask(1, payment(100), null, { sender: one.wallet, nonce: 7n })
    await one.see(2, { sender: one.wallet, nonce: 7n })
    assert.equal(await one.outcome(3, payment(100)), 'allow')
  })

  for (const by of ['the wallet', 'another account'] as const)
    test(`of transactions with one nonce of ${by} the most counts, and what is not mined ends`, async () => {
      const one = await guard(daily(100, 100))
      const slot = { sender: by === 'the wallet' ? one.wallet : RELAYER, nonce: 7n }
      const outcome = async (...asked: Parameters<typeof one.ask>) => (await one.ask(...asked)).decision?.outcome
      assert.equal(await outcome(1, payment(80), null, slot), 'allow')
      assert.equal(await outcome(2, payment(80), null, slot), 'allow', 'a higher fee is no second expense')
      assert.deepEqual(await one.used(), [80, 80])
      assert.equal(await outcome(3, payment(101), null, slot), 'refuse')
      assert.equal(await outcome(4, payment(1), null, slot), 'allow')
      assert.equal(await outcome(5, payment(21), null, { ...slot, nonce: 8n }), 'refuse')
      assert.equal(await outcome(5, payment(20), null, { ...slot, nonce: 8n }), 'allow')
      await one.see(4, { ...slot, outflows: [{ asset: null, amount: 10n ** 16n, usd: 1, parties: [FRIEND] }] })
      assert.deepEqual(await one.used(), [21, 21])
    })

  test('a replacement in another asset counts beside what it replaces', async () => {
    const limit = { chain: 'ethereum', asset: TOKEN, perRequest: null, perDay: 100n } as const
    const one = await guard({ ...daily(100), assetLimits: [limit] })
    const slot = { sender: one.wallet, nonce: 7n }
    const tokens = (usd: number, amount: bigint) =>
      payment(null, { outflows: [outflow(usd, { asset: TOKEN, amount })] })
    await one.ask(1, payment(60), null, slot)
    assert.equal((await one.ask(2, tokens(50, 50n), null, slot)).decision?.outcome, 'refuse')
    assert.equal((await one.ask(2, tokens(40, 60n), null, slot)).decision?.outcome, 'allow')
    assert.equal((await one.ask(3, tokens(30, 60n), null, slot)).decision?.outcome, 'allow')
    assert.deepEqual(await one.used(), [100, 100])
    assert.equal((await one.ask(4, tokens(0, 41n))).decision?.outcome, 'refuse')
    assert.equal((await one.ask(4, tokens(0, 40n))).decision?.outcome, 'allow')
  })

  test('a trade that is sent again with a higher fee uses its approval once', async () => {
    const one = await guard(daily(100))
    const slot = { sender: one.wallet, nonce: 8n }
    await one.ask(1, approve)
    for (const identity of [2, 3, 4])
      assert.equal((await one.ask(identity, trade(80, 1_000n), null, slot)).decision?.outcome, 'allow')
    assert.deepEqual(await one.used(), [80, 80])
    await one.see(3, { ...slot, ...byRouter(80, 1_000n) })
    assert.deepEqual(await one.used(), [80, 80])
    assert.equal(await one.outcome(5, payment(21)), 'refuse')
  })

  test('the use of a signed permit is no second expense', async () => {
    const one = await guard({ ...daily(100), ...signing })
    await one.ask(1, permit(80))
    const take = (amount: bigint, usd: number, spender: Address) => ({
      outflows: [{ asset: TOKEN, amount, usd, parties: [STRANGER, spender] }],
    })
    await one.see(2, take(500n, 40, ROUTER))
    assert.deepEqual(await one.used(), [80, 80])
    await one.see(3, take(500n, 40, ROUTER))
    assert.deepEqual(await one.used(), [80, 80])
    await one.see(4, take(10n, 10, ROUTER))
    assert.deepEqual(await one.used(), [90, 90])
  })

  test('an outflow to others uses no permit up', async () => {
    const one = await guard({ ...daily(1_000), ...signing })
    await one.ask(1, permit(80))
    await one.see(2, { outflows: [{ asset: TOKEN, amount: 1_000n, usd: 80, parties: [STRANGER] }] })
    assert.deepEqual(await one.used(), [160, 160])
  })

  test('an approval and the trade that uses it are one expense', async () => {
    const one = await guard(daily(100))
    assert.equal(await one.outcome(1, approve), 'allow')
    assert.equal(await one.outcome(2, trade(80, 1_000n)), 'allow')
    assert.deepEqual(await one.used(), [80, 80])
    assert.equal(await one.outcome(3, trade(80, 1_000n)), 'refuse')
    assert.equal(await one.outcome(4, payment(20)), 'allow')
  })

  const approve = payment(0, {
    outflows: [],
    approvals: [{ token: TOKEN, spender: ROUTER, unlimited: false, amount: 1_000n, atRiskUsd: 80 }],
  })
  const trade = (usd: number, amount: bigint) =>
    payment(null, { outflows: [outflow(usd, { asset: TOKEN, amount, spender: ROUTER })] })
  const byRouter = (usd: number, amount: bigint) => ({
    outflows: [{ asset: TOKEN, amount, usd, parties: [STRANGER, ROUTER] }],
  })

  test('a trade counts on its own day and for its own 24 hours, whenever its approval was booked', async () => {
    const one = await guard(daily(100, 100))
    await one.ask(1, approve)
    await one.see(1)
    // Tomorrow, within 24 hours: the approval counts in the rolling window alone.
    one.clock.now = NOON + 13 * HOUR
    assert.equal(await one.outcome(2, trade(80, 1_000n)), 'allow')
    assert.deepEqual(await one.used(), [80, 80])
    await one.see(2, byRouter(80, 1_000n))
    assert.deepEqual(await one.used(), [80, 80])
    assert.equal(await one.outcome(3, payment(21)), 'refuse')
    assert.equal(await one.outcome(3, payment(20)), 'allow')
    // The approval has left the window, the trade has not.
    one.clock.now = NOON + 25 * HOUR
    assert.equal(await one.outcome(4, payment(1)), 'refuse')
  })

  test('a trade that waits over midnight counts on the new day', async () => {
    const one = await guard(daily(100))
    one.clock.now = NOON + 11 * HOUR
    await one.ask(1, approve)
    await one.see(1)
    const { reservationId } = await one.ask(2, trade(80, 1_000n))
    await one.gate.settle(reservationId as string, hashOf(2))
    assert.deepEqual(await one.used(), [80, 80])
    one.clock.now = NOON + 13 * HOUR
    assert.deepEqual(await one.used(), [80, 80])
    assert.equal(await one.outcome(3, payment(21)), 'refuse')
    assert.equal(await one.outcome(3, payment(20)), 'allow')
  })

  test('a permit that a trade of its owner used does not count again tomorrow; one that was not used does', async () => {
    for (const [isUsed, left] of [
      [true, 100],
      [false, 20],
    ] as const) {
      const one = await guard({ ...daily(100), ...signing })
      await one.ask(1, permit(80), NOON + 400 * HOUR)
      await one.ask(2, trade(80, 1_000n))
      assert.deepEqual(await one.used(), [80, 80])
      await one.see(2, isUsed ? byRouter(80, 1_000n) : { outflows: [] })
      assert.deepEqual(await one.used(), [80, 80])
      one.clock.now = NOON + 49 * HOUR
      assert.equal(await one.outcome(3, payment(left + 1)), 'refuse', String(isUsed))
      assert.equal(await one.outcome(3, payment(left)), 'allow', String(isUsed))
    }
  })

  test('a trade that is given back leaves its approval booked, and an approval that is given back leaves the trade', async () => {
    const one = await guard({ ...daily(100), ...signing })
    const { reservationId: signed } = await one.ask(1, permit(80), NOON + 400 * HOUR)
    const { reservationId: traded } = await one.ask(2, trade(80, 1_000n))
    await one.gate.release(traded as string)
    assert.deepEqual(await one.used(), [80, 80])
    await one.ask(3, trade(80, 1_000n))
    await one.gate.release(signed as string)
    assert.deepEqual(await one.used(), [80, 80])
  })

  test('a request that is judged again on another state is booked at the most that it came to', async () => {
    const one = await guard(daily(100))
    const first = await one.ask(1, payment(30))
    const again = await one.ask(1, payment(70))
    assert.deepEqual([again.reservationId, again.isNew], [first.reservationId, false])
    assert.deepEqual(await one.used(), [70, 70])
    await one.ask(1, payment(10))
    assert.deepEqual(await one.used(), [70, 70])
    assert.equal(await one.outcome(1, payment(101)), 'refuse')
    assert.equal(await one.outcome(2, payment(31)), 'refuse')
  })

  test('limits of an asset count its base units over requests', async () => {
    const one = await guard({ assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: null, perDay: 10n }] })
    const send = (amount: bigint) => payment(null, { outflows: [outflow(null, { asset: TOKEN, amount })] })
    assert.equal(await one.outcome(1, send(6n)), 'allow')
    assert.equal(await one.outcome(2, send(5n)), 'refuse')
    assert.equal(await one.outcome(3, send(4n)), 'allow')
  })

  test('the alert comes once per day and limit', async () => {
    const one = await guard(daily(100, 100))
    const owner = { accountId: ACCOUNT, environment: 'live' } as const
    const alerts = async () => {
      const query = { order: 'oldest', limit: 100, beyond: null, since: null, until: null } as const
      const { getAddress } = await import('viem/utils')
      const found = await store().events.list(owner, {
        ...query,
        types: ['policy.limit_alert'],
        entity: getAddress(one.wallet),
      })
      return found.map(({ data }) => `${JSON.parse(data).window} ${JSON.parse(data).usedUsd}`)
    }
    await one.ask(1, payment(79))
    assert.deepEqual(await alerts(), [])
    await one.ask(2, payment(1))
    await one.ask(3, payment(5))
    const { reservationId } = await one.ask(4, payment(5))
    await one.gate.release(reservationId as string)
    await one.see(5, { outflows: [{ asset: null, amount: 1n, usd: 50, parties: [FRIEND] }] })
    assert.deepEqual(await alerts(), ['utc_day 80', 'rolling_24h 80'])
  })
}
