import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import type { Watcher } from '../../watch/ports.ts'
import type { Store } from '../openStore.ts'

const NOW = 1_790_000_000_000
const address = (digit: string): Address => `0x${digit.repeat(40)}`
const settings = {
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: true,
    tokenApprovals: true,
    nftTransfers: true,
    contractInteractions: true,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 1 },
    newApproval: { enabled: true, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}

export function watchRowsConform(store: () => Store): void {
  const monitor = (owner: { accountId: string; environment: 'live' | 'test' }, of: Address) =>
    store().monitors.create(owner, { address: getAddress(of), chain: 'bsc', ...settings }, { max: 100, now: NOW })
  const webhook = (
    owner: { accountId: string; environment: 'live' | 'test' },
    keys: string[],
    events: string[] = ['approval.new'],
  ) =>
    store().webhooks.create(owner, {
      url: 'https://hooks.example/',
      endpoint: 'hooks.example:443',
      secret: 's',
      now: NOW,
      events,
      entities: { spelled: keys, keys },
    })
  const scan = (owner: { accountId: string; environment: 'live' | 'test' }, entity: string, chain: Chain | null) =>
    store().entityScores.put({
      ...owner,
      entity,
      chain,
      entityType: chain === null ? 'url' : 'wallet',
      riskScore: 1,
      riskLevel: 'safe',
      confidence: 1,
      rulesetVersion: '1',
      complete: true,
      failedSources: 0,
      at: NOW,
    })
  const everyNamed = async () => {
    const rows = await store().watchRows.named(0, 10_000)
    return rows.map(({ environment, address: one, chain }) => [environment, one, chain])
  }
  const accounts = (found: Watcher[]) => found.map(({ accountId }) => accountId).sort()

  test('what monitors and webhooks name is told in order, page by page, and gone with them', async () => {
    const owner = { accountId: 'acc_rows', environment: 'live' } as const
    const before = (await store().watchRows.named(0, 10_000)).at(-1)?.seq ?? 0
    const made = await monitor(owner, address('a'))
    const hook = await webhook({ ...owner, environment: 'test' }, [getAddress(address('b')), 'https://a.example/'])
    const rows = await store().watchRows.named(before, 10)
    const [first, second] = rows
    assert.ok(first && second && second.seq > first.seq && rows.length === 2)
    assert.deepEqual(first, { seq: first.seq, environment: 'live', address: address('a'), chain: 'bsc' })
    assert.deepEqual(second, { seq: second.seq, environment: 'test', address: address('b'), chain: null })
    assert.deepEqual(await store().watchRows.named(before, 1), [first])
    assert.deepEqual(await store().watchRows.named(first.seq, 9), [second])
    await store().webhooks.update({ ...owner, environment: 'test' }, hook.id, {
      entities: { spelled: [], keys: [address('c')] },
    })
    const [changed] = await store().watchRows.named(second.seq, 9)
    assert.equal(changed?.address, address('c'))
    await store().monitors.delete(owner, made.id)
    await store().webhooks.delete({ ...owner, environment: 'test' }, hook.id)
    assert.deepEqual(await store().watchRows.named(before, 9), [])
  })

  test('watchers are those of the network and the environment, each with what it wants', async () => {
    const live = { accountId: 'acc_live', environment: 'live' } as const
    const test = { accountId: 'acc_test', environment: 'test' } as const
    await monitor(live, address('d'))
    await webhook(live, [getAddress(address('d'))], ['approval.revoked'])
    await webhook(test, [getAddress(address('d'))])
    const ask = (chain: 'bsc' | 'polygon', of: Address[], environment: 'live' | 'test' = 'live') =>
      store().watchRows.watchersOf({ environment, chain }, of)
    const found = await ask('bsc', [address('e'), address('d')])
    assert.deepEqual(
      found.toSorted((a) => (a.monitor ? -1 : 1)),
      [
        { accountId: 'acc_live', address: address('d'), monitor: settings },
        { accountId: 'acc_live', address: address('d'), webhook: ['approval.revoked'] },
      ],
    )
    assert.deepEqual(accounts(await ask('polygon', [address('d')])), ['acc_live'])
    assert.deepEqual(accounts(await ask('bsc', [address('d')], 'test')), ['acc_test'])
    assert.deepEqual(await ask('bsc', []), [])
    const many = Array.from({ length: 1_200 }, (_, at): Address => `0x${at.toString(16).padStart(40, '0')}`)
    assert.equal((await ask('bsc', [...many, address('d')])).length, 2)
  })

  test('payments are asked about while a monitor of the network and environment looks at them', async () => {
    const owner = { accountId: 'acc_payments', environment: 'test' } as const
    const asked = () => store().watchRows.anyPayments({ chain: 'polygon', environment: 'test' })
    const wanted = (incomingTransactions: boolean) => ({
      ...settings,
      address: getAddress(address('d')),
      chain: 'polygon' as const,
      monitoring: { ...settings.monitoring, incomingTransactions, outgoingTransactions: false },
    })
    const max = { max: 9, now: NOW }
    await store().monitors.create({ ...owner, environment: 'live' }, wanted(true), max)
    await store().monitors.create(owner, { ...wanted(true), chain: 'ethereum' }, max)
    const { id } = await store().monitors.create(owner, wanted(false), max)
    assert.equal(await asked(), false)
    await store().monitors.replace(owner, id, wanted(true), NOW)
    assert.equal(await asked(), true)
    await store().monitors.delete(owner, id)
    assert.equal(await asked(), false)
  })

  test('a webhook that lists nothing hears of what its account scanned on the network', async () => {
    const owner = { accountId: 'acc_scans', environment: 'live' } as const
    await scan(owner, getAddress(address('f')), 'polygon')
    await scan(owner, 'https://f.example/', null)
    const last = (await store().watchRows.scanned(0, 10_000)).at(-1)
    assert.deepEqual(
      { ...last, seq: 0 },
      { seq: 0, environment: 'live', address: address('f'), chain: 'polygon', accountId: 'acc_scans' },
    )
    assert.ok(!(await store().watchRows.listeners()).includes('acc_scans:live'))
    await webhook(owner, [], ['entity.risk_changed'])
    assert.ok(!(await store().watchRows.listeners()).includes('acc_scans:live'))
    await webhook(owner, [], ['entity.risk_changed', 'approval.new'])
    assert.ok((await store().watchRows.listeners()).includes('acc_scans:live'))
    await scan({ ...owner, accountId: 'acc_quiet' }, getAddress(address('f')), 'polygon')
    const ask = (chain: 'bsc' | 'polygon', environment: 'live' | 'test' = 'live') =>
      store().watchRows.watchersOf({ environment, chain }, [address('f'), address('9')])
    assert.deepEqual(await ask('polygon'), [
      { accountId: 'acc_scans', address: address('f'), webhook: ['entity.risk_changed', 'approval.new'] },
    ])
    assert.deepEqual(await ask('bsc'), [])
    assert.deepEqual(await ask('polygon', 'test'), [])
    assert.ok((await everyNamed()).every(([, one]) => one !== address('f')))
  })
}
