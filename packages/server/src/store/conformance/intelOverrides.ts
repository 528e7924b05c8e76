import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Override } from '../../intel/ports.ts'
import type { Store } from '../openStore.ts'
import { addList } from './intelWorld.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const BY = { actor: 'cli:ada', now: NOW }
const MAX = 10_000

/** Operators' own words, and what is remembered of them. */
export function intelOverridesConform(world: () => StoreWorld, store: () => Store): void {
  const deny = (value: string, more: Partial<Override> = {}): Override => ({
    kind: 'address',
    value,
    chain: null,
    verdict: 'deny',
    label: 'scammer',
    note: 'a fake of ours',
    actor: 'acc_1',
    createdAt: NOW,
    ...more,
  })
  const records = async (limit = 100) =>
    (await store().intel.audit({ limit, before: null })).map(({ actor, action, subject, detail }) => ({
      actor,
      action,
      subject,
      detail,
    }))

  test('a word is kept, replaced, and taken back; each network has its own', async () => {
    await store().intel.setOverride(deny('0xaa'))
    await store().intel.setOverride(deny('0xaa', { chain: 'bsc', verdict: 'allow', label: null, note: '' }))
    await store().intel.setOverride(deny('0xaa', { label: 'hacker', note: 'worse \0 than thought', actor: 'acc_2' }))
    const ours = (await store().intel.overrides()).filter(({ value }) => value === '0xaa')
    assert.deepEqual(ours, [
      deny('0xaa', { label: 'hacker', note: 'worse  than thought', actor: 'acc_2' }),
      deny('0xaa', { chain: 'bsc', verdict: 'allow', label: null, note: '' }),
    ])
    const key = { kind: 'address', value: '0xaa', chain: null } as const
    assert.equal(await store().intel.removeOverride(key, BY), true)
    assert.equal(await store().intel.removeOverride(key, BY), false)
    assert.deepEqual(await records(4), [
      { actor: 'cli:ada', action: 'override.remove', subject: 'address 0xaa', detail: 'was deny' },
      {
        actor: 'acc_2',
        action: 'override.deny',
        subject: 'address 0xaa',
        detail: 'instead of deny; hacker; worse  than thought',
      },
      { actor: 'acc_1', action: 'override.allow', subject: 'address 0xaa on bsc', detail: '' },
      { actor: 'acc_1', action: 'override.deny', subject: 'address 0xaa', detail: 'scammer; a fake of ours' },
    ])
  })

  test('what no database can key by is refused', async () => {
    await assert.rejects(store().intel.setOverride(deny('0x\0')), RangeError)
    await assert.rejects(store().intel.setOverride(deny('x'.repeat(3000), { kind: 'url' })), RangeError)
    assert.equal(await store().intel.removeOverride({ kind: 'url', value: 'a\0', chain: null }, BY), false)
  })

  test('a denial that does not accuse is refused: it would vouch, or do nothing', async () => {
    const before = await records()
    for (const label of ['exchange', 'defi_protocol', 'trusted', 'whale', null] as const) {
      await assert.rejects(store().intel.setOverride(deny('0xab', { label })), RangeError, String(label))
    }
    assert.deepEqual(await records(), before)
    await store().intel.setOverride(deny('0xab', { label: 'sanctioned' }))
    await store().intel.removeOverride({ kind: 'address', value: '0xab', chain: null }, BY)
  })

  describe('the audit trail', () => {
    test('has what operators did to lists, without keys that their URLs hold', async () => {
      const id = await addList(store())
      await store().intel.setEnabled(id, false, BY)
      await store().intel.removeSource(id, BY)
      const detail = 'lines list of lists.example, label phishing, confidence medium'
      assert.deepEqual(await records(3), [
        { actor: 'cli:ada', action: 'source.remove', subject: id, detail: '0 entries' },
        { actor: 'cli:ada', action: 'source.disable', subject: id, detail: '0 entries' },
        { actor: 'cli:ada', action: 'source.add', subject: id, detail },
      ])
    })

    test('has no gap and no double, also of many actions at once on two nodes', async () => {
      const other = await world().open()
      try {
        await Promise.all(
          Array.from({ length: 30 }, (_, i) => (i % 2 ? store() : other).intel.setOverride(deny(`0xbb${i % 7}`))),
        )
      } finally {
        await other.close()
      }
      const all: number[] = []
      for (let before: number | null = null; ; ) {
        const page = await store().intel.audit({ limit: 7, before })
        all.push(...page.map(({ seq }) => seq))
        before = page.at(-1)?.seq ?? null
        if (before === null) break
      }
      assert.deepEqual(
        all,
        Array.from({ length: all.length }, (_, index) => all.length - index),
      )
    })

    test('does not have what did not happen', async () => {
      const before = await records()
      await store().intel.removeSource('none', BY)
      await store().intel.setEnabled('none', true, BY)
      await store().intel.removeOverride({ kind: 'host', value: 'none', chain: null }, BY)
      const id = await addList(store())
      await assert.rejects(addList(store(), { id }), RangeError)
      assert.equal((await records()).length, Math.min(100, before.length + 1))
    })

    test('cannot be changed or deleted, not even by whoever holds the database', async () => {
      const before = await records()
      for (const statement of ["update intel_audit set actor = 'nobody'", 'delete from intel_audit']) {
        await assert.rejects(world().query(statement), /append-only/, statement)
      }
      assert.deepEqual(await records(), before)
    })
  })

  test(`there are at most ${MAX}, and one more is refused also when several come at once`, async () => {
    const others = (await store().intel.overrides()).length
    await world().query(fill(MAX - others - 2))
    const results = await Promise.allSettled([1, 2, 3, 4].map((i) => store().intel.setOverride(deny(`0xcc${i}`))))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.equal((await store().intel.overrides()).length, MAX)
    await assert.rejects(store().intel.setOverride(deny('0xcc9')), /overrides already/)
    await store().intel.setOverride(deny('0xfill1', { note: 'one that exists may be changed' }))
    await world().query("delete from intel_overrides where value like '0xfill%'")
  })
}

/** So many rows, in SQL that both engines know. */
function fill(count: number): string {
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into intel_overrides select 'address', '0xfill' || i, '', 'deny', 'scammer', '', 'a', 1 from n`
}
