import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Policy, PolicyRules } from '../../domain/policy/policy.ts'
import { rulesWith } from '../../domain/policy/testPolicy.ts'
import type { PolicyVersion } from '../../domain/ports/policies.ts'
import type { Store } from '../openStore.ts'

const NOW = 1_790_000_000_000
const OWNER = { accountId: 'acc_policies', environment: 'live' } as const
const MAX = { max: 100 }
const walletOf = (index: number): Address => `0x${index.toString(16).padStart(40, '0')}`
const rules: PolicyRules = rulesWith({
  networks: ['ethereum'],
  hours: { from: 480, to: 1_080 },
  dailySpendingLimit: { usd: 12.5, rolling24hUsd: 20, alertAt: 0.8 },
  whitelistMode: {
    addresses: [walletOf(7)],
    contracts: [
      {
        address: walletOf(8),
        selectors: [{ selector: '0xa9059cbb', arguments: [{ word: 1, min: 0n, max: 2n ** 200n, oneOf: [1n] }] }],
      },
    ],
  },
  timeDelay: { thresholdUsd: 5, seconds: 60 },
  blockAt: 'high',
  approvals: { forbidUnlimited: true, spenders: [walletOf(9)], maxValueAtRiskUsd: 3 },
  assetLimits: [{ chain: 'polygon', asset: walletOf(10), perRequest: 2n ** 255n, perDay: null }],
})

function made(address: Address, version = 1, changed: Partial<Policy> = {}) {
  const policy: Policy = {
    address,
    version,
    rules,
    former: [{ version: 0, rules, until: NOW + 1 }],
    deletedAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...changed,
  }
  const written: PolicyVersion = {
    version,
    action: 'created',
    rules,
    actor: { keyId: 'key_1', name: 'ops' },
    changed: ['hours'],
    at: NOW,
    effectiveAt: NOW,
  }
  return { policy, version: written }
}

export function policiesConform(store: () => Store): void {
  const strangers = [
    { accountId: 'acc_other', environment: 'live' },
    { accountId: OWNER.accountId, environment: 'test' },
  ] as const

  test('a policy comes back as it was given, to its owner alone', async () => {
    const { policies } = store()
    const wanted = made(walletOf(1))
    assert.deepEqual(await policies.change(OWNER, walletOf(1), () => wanted, MAX), wanted.policy)
    assert.deepEqual(await policies.get(OWNER, walletOf(1)), wanted.policy)
    for (const stranger of strangers) {
      assert.equal(await policies.get(stranger, walletOf(1)), null)
      assert.deepEqual((await policies.list(stranger, { limit: 9, cursor: null })).policies, [])
      assert.deepEqual((await policies.versions(stranger, walletOf(1), { limit: 9, cursor: null })).versions, [])
    }
  })

  test('changes at once get versions one after the other', async () => {
    const { policies } = store()
    await Promise.all(
      Array.from({ length: 8 }, () =>
        policies.change(OWNER, walletOf(2), (now) => made(walletOf(2), (now?.version ?? 0) + 1), MAX),
      ),
    )
    const { versions } = await policies.versions(OWNER, walletOf(2), { limit: 100, cursor: null })
    assert.deepEqual(
      versions.map(({ version }) => version),
      [8, 7, 6, 5, 4, 3, 2, 1],
    )
    assert.deepEqual(versions[0]?.actor, { keyId: 'key_1', name: 'ops' })
  })

  test('a change that comes to nothing writes nothing', async () => {
    const { policies } = store()
    assert.equal(await policies.change(OWNER, walletOf(3), () => null, MAX), null)
    assert.equal(await policies.get(OWNER, walletOf(3)), null)
  })

  test('a deleted policy leaves the list, and its wallet can have one again', async () => {
    const { policies } = store()
    const owner = { accountId: 'acc_deleting', environment: 'live' } as const
    const one = { max: 1 }
    await policies.change(owner, walletOf(4), () => made(walletOf(4)), one)
    await policies.change(owner, walletOf(4), () => made(walletOf(4), 2, { deletedAt: NOW }), one)
    assert.deepEqual((await policies.list(owner, { limit: 9, cursor: null })).policies, [])
    assert.equal((await policies.get(owner, walletOf(4)))?.deletedAt, NOW)
    await policies.change(owner, walletOf(4), () => made(walletOf(4), 3), one)
    assert.equal((await policies.get(owner, walletOf(4)))?.version, 3)
    await assert.rejects(
      policies.change(owner, walletOf(5), () => made(walletOf(5)), one),
      RangeError,
    )
  })

  test('pages end where the next begins', async () => {
    const { policies } = store()
    const owner = { accountId: 'acc_paging', environment: 'live' } as const
    for (let index = 0; index < 5; index++)
      await policies.change(owner, walletOf(20 + index), () => made(walletOf(20 + index)), MAX)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof policies.list>> = await policies.list(owner, { limit: 2, cursor })
      seen.push(...page.policies.map(({ address }) => address))
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual(
      seen,
      [24, 23, 22, 21, 20].map((index) => walletOf(index)),
    )
  })

  test('the wallet of a policy is watched on every network', async () => {
    const { policies, watchRows } = store()
    await policies.change(OWNER, walletOf(6), () => made(walletOf(6)), MAX)
    const rows = await watchRows.named(0, 10_000)
    assert.ok(rows.some(({ address, chain }) => address === walletOf(6) && chain === null))
  })
}
