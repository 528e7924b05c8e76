import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedOwner, SignedPermission } from '../../domain/signedPermission.ts'
import { readSigned, type SignedSources } from './readSigned.ts'
import type { UsesOf } from './usesOf.ts'

const [WALLET, TOKEN, SPENDER] = ['a', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}` as const) as [Hex, Hex, Hex]
const BLOCK = { number: 90n, hash: '0x09', timestamp: 1_800_000_000n } as unknown as PinnedBlock
const OWNER: SignedOwner = { accountId: 'one', environment: 'live', chain: 'ethereum', wallet: WALLET }
const USE: Hex = `0x${'77'.repeat(32)}`
const ENDLESS = 2n ** 256n - 1n
const usesThat = (use: Hex | 'unlooked' | null | Error): UsesOf => ({
  begun: ({ usesTo }) => (usesTo === undefined ? { firstBlock: 51n, usesTo: 50n } : undefined),
  look: async () =>
    use instanceof Error ? Promise.reject(use) : { use, lookedFor: { firstBlock: 51n, usesTo: 90n, seenUses: [] } },
})
const [used, flooded, failing, unused] = [USE, 'unlooked' as const, new Error('timed out'), null].map(usesThat) as [
  UsesOf,
  UsesOf,
  UsesOf,
  UsesOf,
]

/** What a look finds of an approval of so much, after these earlier looks. */
async function read(
  amount: bigint | null,
  uses: UsesOf,
  known: Partial<SignedPermission> = {},
  standard: 'erc20' | 'erc721' = 'erc20',
) {
  const permission: SignedPermission = {
    place: 'approval',
    subject: { kind: 'approval', standard, token: TOKEN, holder: SPENDER, symbol: 'TKN' },
    requestId: 'r1',
    scannedAt: 1_799_999_000_000,
    origin: null,
    riskLevel: 'low',
    left: null,
    holderState: null,
    block: null,
    told: 0,
    ...known,
  }
  const sources = {
    sharesLeft: async () => [],
    holderState: async () => Promise.reject(new Error('timed out')),
    score: async () => null,
    permission: async () => (amount === null ? Promise.reject(new Error('timed out')) : { amount, isExpired: false }),
  } as unknown as Parameters<typeof readSigned>[0] & SignedSources
  const [reading] = await readSigned(
    sources,
    { block: BLOCK, owner: OWNER, permissions: [permission], uses },
    AbortSignal.timeout(1_000),
  )
  return [reading?.left ?? null, reading?.usedBy, reading?.lookedFor?.usesTo]
}

describe('a look at an approval', () => {
  const MAX = String(ENDLESS)
  const seen = { left: '100', block: 80n, firstBlock: 51n, usesTo: 80n }
  // Looks of before failed, and the first block was kept.
  const missed = { ...seen, usesTo: 50n }
  const cases: [string, Promise<unknown[]>, unknown[]][] = [
    ['a use that its amount does not show', read(ENDLESS, used, { ...seen, left: MAX }), [MAX, USE, 90n]],
    [
      'the largest amount of 96 bits falls by no use either',
      read(2n ** 96n - 1n, used, seen),
      [`${2n ** 96n - 1n}`, USE, 90n],
    ],
    ['an operator', read(1n, used, seen, 'erc721'), ['1', USE, 90n]],
    ['a bounded amount that was seen before tells itself', read(40n, used, seen), ['40', undefined, 90n]],
    ['a bounded amount that was not seen yet', read(40n, used), ['40', USE, 90n]],
    ['one that was seen, and never looked for', read(40n, used, missed), ['40', USE, 90n]],
    ['one that is not there, and was used', read(0n, used), ['0', USE, 90n]],
    [
      'that there may have been a use is said of one without an end',
      read(ENDLESS, flooded, seen),
      [MAX, 'unlooked', 90n],
    ],
    ['and of no other', read(0n, flooded), ['0', null, 90n]],
    ['one that was not used', read(ENDLESS, unused), [MAX, null, 90n]],
    ['where looks begin is kept when the first one fails', read(ENDLESS, failing), [MAX, undefined, 50n]],
    ['and when its amount cannot be read', read(null, used), [null, undefined, 50n]],
    ['it stays there when more of them fail', read(ENDLESS, failing, missed), [MAX, undefined, undefined]],
    ['what fell meanwhile is told by that', read(40n, failing, missed), ['40', undefined, 90n]],
    ['an amount that was not read says nothing', read(null, used, seen), [null, undefined, undefined]],
  ]
  for (const [name, found, expected] of cases) test(name, async () => assert.deepEqual(await found, expected))
})
