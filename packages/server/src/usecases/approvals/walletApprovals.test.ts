import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval, WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { TRADER } from '@redoubt/risk/testing/sampleFacts.ts'
import { approval, NOW, toStranger, UNLIMITED } from '@redoubt/risk/wallet/testApproval.ts'
import fc from 'fast-check'
import { ApiError } from '../../errors.ts'
import { type ApprovalSources, createWalletApprovals, type WalletApprovalsInput } from './walletApprovals.ts'

const hashOf = (number: bigint, fork = 0): Hex => `0x${(number * 10n + BigInt(fork)).toString(16).padStart(64, '0')}`
const blockAt = (number: bigint, fork = 0) =>
  ({ chain: 'ethereum', number, hash: hashOf(number, fork), timestamp: BigInt(NOW) }) as PinnedBlock
const whole = (approvals: WalletApproval[]): WalletApprovals => ({
  approvals,
  unconfirmed: [],
  events: approvals.length,
  complete: true,
  cut: [],
  unavailable: [],
})

/** Seals nothing: what is sealed, and that nothing else opens, is tested where cursors are made. */
const cursors = {
  seal: (text: string, about: string) => Buffer.from(JSON.stringify([text, about])).toString('base64url'),
  unseal(cursor: string, about: string) {
    const [text, of] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return of === about ? text : null
  },
}

/** A network whose head and lists the test sets. */
function world(approvals: WalletApproval[]) {
  const state = { head: blockAt(100n), list: whole(approvals), fork: 0, asked: 0 }
  const sources: ApprovalSources = {
    chain: 'ethereum',
    block: async () => state.head,
    blockAt: async (number) => blockAt(number, state.fork),
    approvals: async () => {
      state.asked++
      return state.list
    },
    intelAsOf: () => '2026-11-01',
  }
  const start = () => createWalletApprovals(async () => sources, cursors)
  const input = (more: Partial<WalletApprovalsInput> = {}): WalletApprovalsInput => ({
    chain: 'ethereum',
    address: TRADER,
    limit: 100,
    cursor: null,
    risk: null,
    deadlineMs: 10_000,
    spelling: { member: 'address', spelled: TRADER, checksummed: TRADER, checksumFailed: false },
    ...more,
  })
  const context = { environment: 'live', signal: new AbortController().signal } as const
  let list = start()
  return {
    state,
    ask: (more: Partial<WalletApprovalsInput> = {}) => list(input(more), context),
    /** Another process, which kept nothing. */
    restart: () => {
      list = start()
    },
  }
}

const given = fc
  .array(
    fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      value: fc.option(fc.constantFrom(0, 1, 5, 5.5)),
      kind: fc.constantFrom(approval, toStranger),
      unlimited: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ seed, value, kind, unlimited }, at) => {
      const token: Address = `0x${(BigInt(seed) * 100n + BigInt(at)).toString(16).padStart(40, '0')}`
      return kind({ token, ...(unlimited && UNLIMITED), valueAtRiskUsd: value })
    }),
  )

async function allPages(
  ask: ReturnType<typeof world>['ask'],
  more: Partial<WalletApprovalsInput>,
  between: () => void,
) {
  const tokens: string[] = []
  let cursor: string | null = null
  for (;;) {
    const page = await ask({ ...more, cursor })
    tokens.push(...page.approvals.map(({ token }) => token))
    assert.equal(page.blockNumber, '100')
    if (page.nextCursor === null) return tokens
    cursor = page.nextCursor
    between()
  }
}

const levels = fc.option(
  fc.uniqueArray(fc.constantFrom<RiskLevel>('safe', 'low', 'medium', 'critical'), { minLength: 1 }),
)

describe('pages of a list of approvals', () => {
  test('together are the list, each entry once and in order, though blocks are mined and processes restart between them', () =>
    fc.assert(
      fc.asyncProperty(
        given,
        fc.integer({ min: 1, max: 7 }),
        levels,
        fc.boolean(),
        async (all, limit, risk, restarts) => {
          const { ask, state, restart } = world(all)
          const once = await ask({ risk })
          const between = () => {
            state.head = blockAt(state.head.number + 1n)
            if (restarts) restart()
          }
          state.head = blockAt(100n)
          assert.deepEqual(
            await allPages(ask, { limit, risk }, between),
            once.approvals.map(({ token }) => token),
          )
          assert.equal(once.nextCursor, null)
          assert.equal(once.summary.total, all.length)
          if (risk === null) assert.equal(once.approvals.length, all.length)
          else assert.ok(once.approvals.every(({ riskLevel }) => risk.includes(riskLevel)))
        },
      ),
      { numRuns: 60 },
    ))

  test('are not learned again while the list is kept', async () => {
    const { ask, state } = world([approval(), toStranger()])
    const { nextCursor } = await ask({ limit: 1 })
    await ask({ limit: 1, cursor: nextCursor })
    assert.equal(state.asked, 1)
  })

  test('a list that time cut short is tried again, but not between its pages', async () => {
    const { ask, state } = world([approval(), toStranger()])
    state.list = { ...state.list, complete: false, cut: ['approval events before block 90'], unavailable: ['logs'] }
    const { nextCursor, complete, unknown, unavailable, confidence } = await ask({ limit: 1 })
    assert.deepEqual([complete, unavailable, confidence], [false, ['logs'], 0.45])
    assert.ok(unknown.includes('approvals'))
    await ask({ limit: 1, cursor: nextCursor })
    assert.equal(state.asked, 1)
    await ask()
    assert.equal(state.asked, 2)
  })

  const refused = (work: Promise<unknown>, says: RegExp) =>
    assert.rejects(
      work,
      (error) => error instanceof ApiError && error.code === 'VALIDATION_ERROR' && says.test(error.message),
    )

  test('of another wallet, filter or network are refused', async () => {
    const { ask } = world([approval(), toStranger()])
    const { nextCursor: cursor } = await ask({ limit: 1 })
    for (const more of [
      { address: `0x${'9'.repeat(40)}` as const },
      { risk: ['safe'] as const },
      { chain: 'bsc' } as const,
    ])
      await refused(ask({ cursor, ...more }), /query\.cursor: expected a cursor as answered/)
  })

  test('a reorganisation ends them', async () => {
    const { ask, state } = world([approval(), toStranger()])
    const { nextCursor: cursor } = await ask({ limit: 1 })
    state.fork = 1
    await refused(ask({ cursor }), /the network replaced the block/)
  })
})

describe('what is answered of an address', () => {
  test('of a burn address: an empty list that says so, and no request', async () => {
    const { ask, state } = world([approval()])
    for (const address of [
      `0x${'0'.repeat(40)}`,
      `0x${'0'.repeat(39)}4`,
      '0x000000000000000000000000000000000000dead',
    ] as const) {
      const { approvals, warnings, complete } = await ask({ address })
      assert.deepEqual([approvals, complete, warnings[0]?.id], [[], true, 'burn-address-or-precompile'])
    }
    assert.equal(state.asked, 0)
  })

  test('a spelling whose checksum fails is a finding', async () => {
    const spelled = '0xA11ce50000000000000000000000000000000001'
    const spelling = { member: 'address', spelled, checksummed: spelled.toLowerCase(), checksumFailed: true } as const
    const { address, warnings } = await world([]).ask({ spelling })
    assert.deepEqual([address, warnings[0]?.id], [spelled, 'wallet-checksum-mismatch'])
  })

  test('amounts in whole units, dates in ISO 8601, and Permit2’s for ever is null', async () => {
    const { ask } = world([approval({ standard: 'permit2', expiration: NOW, throughPermit2: 5n * 10n ** 17n })])
    const [one] = (await ask()).approvals
    assert.deepEqual(
      [one?.allowance, one?.balance, one?.throughPermit2, one?.expiration, one?.valueAtRiskUsd],
      ['100', '1000', '0.5', new Date(NOW * 1_000).toISOString(), 100],
    )
  })
})
