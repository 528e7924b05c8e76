import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { NewEvent } from '../../domain/event.ts'
import { type MonitorSettings, monitorSettings } from '../../domain/monitor.ts'
import type { SignedPermission, WatchedPermission } from '../../domain/signedPermission.ts'
import type { SignedPermissions } from '../ports.ts'
import type { SignedSources } from './readSigned.ts'
import { createSignedWatch } from './signedWatch.ts'
import type { UseQuestion } from './usesOf.ts'

const [WALLET, OTHER, TOKEN, SPENDER] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  Hex,
  Hex,
  Hex,
  Hex,
]
const USE: Hex = `0x${'77'.repeat(32)}`
const ENDLESS = 2n ** 256n - 1n
const BLOCK = { number: 90n, hash: `0x${'09'.repeat(32)}`, timestamp: 1_800_000_000n } as PinnedBlock
const permission: SignedPermission = {
  place: 'approval',
  subject: { kind: 'approval', standard: 'erc20', token: TOKEN, holder: SPENDER, symbol: 'TKN' },
  requestId: 'r1',
  scannedAt: 1_799_999_000_000,
  origin: null,
  riskLevel: 'low',
  left: String(ENDLESS),
  holderState: null,
  block: 80n,
  usesTo: 80n,
  told: 0,
}
const row = (id: number, accountId: string, wallet: Hex): WatchedPermission => ({
  id,
  owner: { accountId, environment: 'live', chain: 'ethereum', wallet },
  permission: { ...permission },
})

/** One look at these rows: what was asked of the network, and what became of each row. */
async function looked(
  rows: readonly WatchedPermission[],
  {
    settings = monitorSettings(),
    failing = [],
    slow = [],
    deadlineMs = 2_000,
  }: { settings?: MonitorSettings | null; failing?: Hex[]; slow?: Hex[]; deadlineMs?: number } = {},
) {
  const asked = { looks: 0, questions: [] as UseQuestion[], networks: 0 }
  const settled = new Map<number, { events: NewEvent[]; next: SignedPermission | null }>()
  let leases = 0
  const store = {
    settingsOf: async () => settings,
    join: async () => ({ joined: 0, leftOut: 0 }),
    lease: async () => (leases++ === 0 ? [...rows] : []),
    settle: async (...[{ id }, { events, next }]: Parameters<SignedPermissions['settle']>) => {
      settled.set(id, { events: [...events], next })
      return events.length
    },
  } as unknown as SignedPermissions
  const sources = {
    head: async () => BLOCK,
    sharesLeft: async () => [],
    blockAt: async (number: bigint) => ({ ...BLOCK, number }),
    blockBefore: async () => null,
    useLook(_: PinnedBlock, questions: readonly UseQuestion[], signal: AbortSignal) {
      asked.looks += 1
      asked.questions.push(...questions)
      return async () => {
        signal.throwIfAborted()
        return { use: USE, to: BLOCK.number, seen: [{ hash: USE, at: 85n }] }
      }
    },
    async holderState(_: PinnedBlock, holder: Hex, signal: AbortSignal) {
      if (slow.includes(holder)) await wait(60_000, undefined, { signal })
      return { code: '0x', implementation: null, admin: null, owner: null }
    },
    permission: async (_: unknown, { owner }: { owner: Hex }) =>
      failing.includes(owner) ? Promise.reject(new Error('timed out')) : { amount: ENDLESS, isExpired: false },
  } as unknown as SignedSources
  const problems: unknown[] = []
  const watch = createSignedWatch({
    store,
    sourcesFor: async () => {
      asked.networks += 1
      return sources
    },
    scoreOf: async () => ({ riskScore: 10, riskLevel: 'low' }) as never,
    isAwake: () => true,
    wake: () => undefined,
    onProblem: (error) => problems.push(error),
    everyMs: 5,
    deadlineMs,
  })
  watch.start()
  for (let waited = 0; settled.size < rows.length && waited < 2_000; waited += 5) await wait(5)
  await watch.close()
  assert.deepEqual(problems, [])
  return { asked, settled }
}

describe('the watch of what was signed', () => {
  test('accounts that watch one wallet, and wallets of one network, share a look; each account is told', async () => {
    const { asked, settled } = await looked([row(1, 'one', WALLET), row(2, 'two', WALLET), row(3, 'one', OTHER)])
    assert.deepEqual([asked.networks, asked.looks, asked.questions.length], [1, 1, 3])
    const told = [...settled.values()].flatMap(({ events }) => events)
    assert.deepEqual(told.map(({ accountId }) => accountId).sort(), ['one', 'one', 'two'])
    assert.equal(new Set(told.map(({ identity, accountId }) => `${accountId}:${identity}`)).size, 3)
    assert.deepEqual(settled.get(1)?.next?.seenUses, [{ hash: USE, at: 85n }])
  })

  test('a wallet whose token does not answer keeps its place, and holds up no other', async () => {
    const { settled } = await looked([row(1, 'one', WALLET), row(3, 'one', OTHER)], { failing: [WALLET] })
    assert.deepEqual([settled.get(1)?.events, settled.get(1)?.next?.usesTo], [[], 80n])
    assert.equal(settled.get(3)?.events.length, 1)
  })

  test('wallets whose holders answer after their time is over take none of the others’', async () => {
    const addressOf = (at: number): Hex => `0x${at.toString(16).padStart(40, '0')}`
    const rows = Array.from({ length: 12 }, (_, at) => {
      const made = row(at, `account-${at}`, addressOf(at + 1))
      const subject = { ...permission.subject, holder: addressOf(0x200 + at) } as SignedPermission['subject']
      return { ...made, permission: { ...made.permission, subject } }
    })
    // As many as are looked at together.
    const slow = [0, 1, 2, 3].map((at) => addressOf(0x200 + at))
    const { settled } = await looked(rows, { slow, deadlineMs: 150 })
    const found = rows.map(({ id }) => [settled.get(id)?.events.length, settled.get(id)?.next?.usesTo])
    assert.deepEqual(found, Array(12).fill([1, 90n]))
  })

  test('what no monitor watches any more goes, and nothing is asked', async () => {
    const { asked, settled } = await looked([row(1, 'one', WALLET)], { settings: null })
    assert.deepEqual([asked.networks, settled.get(1)?.next], [0, null])
  })
})
