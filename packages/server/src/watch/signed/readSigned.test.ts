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
const used: UsesOf = async () => ({ use: USE, to: 90n, hash: BLOCK.hash })
const flooded: UsesOf = async () => ({ use: 'unlooked', to: 90n })
const failing: UsesOf = async () => Promise.reject(new Error('timed out'))
const unknown: UsesOf = async () => null

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
  return [reading?.left ?? null, reading?.usedBy]
}

describe('a look at an approval', () => {
  const seen = { left: '100', block: 80n }
  const cases: [string, Promise<unknown[]>, unknown[]][] = [
    [
      'a use that its amount does not show',
      read(ENDLESS, used, { ...seen, left: String(ENDLESS) }),
      [`${ENDLESS}`, USE],
    ],
    [
      'the largest amount of 96 bits falls by no use either',
      read(2n ** 96n - 1n, used, seen),
      [`${2n ** 96n - 1n}`, USE],
    ],
    ['an operator', read(1n, used, seen, 'erc721'), ['1', USE]],
    ['a bounded amount that was seen before tells itself', read(40n, used, seen), ['40', undefined]],
    ['a bounded amount that was not seen yet', read(40n, used), ['40', USE]],
    ['one that is not there, and was used', read(0n, used), ['0', USE]],
    [
      'that there may have been a use is said of one without an end',
      read(ENDLESS, flooded, seen),
      [`${ENDLESS}`, 'unlooked'],
    ],
    ['and of no other', read(0n, flooded), ['0', null]],
    ['one whose start is not known begins now', read(ENDLESS, unknown), [`${ENDLESS}`, null]],
    [
      'what could not be looked for is looked for again: the first look is not taken',
      read(ENDLESS, failing),
      [null, undefined],
    ],
    ['once', read(ENDLESS, failing, { block: 80n }), [`${ENDLESS}`, undefined]],
    ['an amount that was not read says nothing', read(null, used, seen), [null, undefined]],
  ]
  for (const [name, found, expected] of cases) test(name, async () => assert.deepEqual(await found, expected))
})
