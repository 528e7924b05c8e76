import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedOwner, SignedPermission } from '../../domain/signedPermission.ts'
import { judgeSigned, type SignedReading } from './judgeSigned.ts'
import { readSigned, type SignedSources } from './readSigned.ts'
import { createUsesOf, type UseQuestion } from './usesOf.ts'

const [WALLET, TOKEN, SPENDER] = ['a', 'c', 'd'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const OWNER: SignedOwner = { accountId: 'one', environment: 'live', chain: 'ethereum', wallet: WALLET }
const USE: Hex = `0x${'77'.repeat(32)}`
const ENDLESS = 2n ** 256n - 1n
const blockOf = (number: bigint) =>
  ({
    number,
    hash: `0x${number.toString(16).padStart(64, '0')}`,
    timestamp: 1_800_000_000n + number * 12n,
  }) as PinnedBlock
const SCANNED_AT = Number(blockOf(100n).timestamp) * 1_000

/** Looks at an approval that was used in block 101. Returns the blocks of the looks that told the use. */
async function toldAt(looks: readonly [at: bigint, fails: 'logs' | 'amount' | 'nothing'][], amount: bigint) {
  let permission: SignedPermission | null = {
    place: 'approval',
    subject: { kind: 'approval', standard: 'erc20', token: TOKEN, holder: SPENDER, symbol: 'TKN' },
    requestId: 'r1',
    scannedAt: SCANNED_AT,
    origin: null,
    riskLevel: 'low',
    left: null,
    holderState: null,
    block: null,
    told: 0,
  }
  const told: bigint[] = []
  for (const [at, fails] of looks) {
    assert.ok(permission)
    const block = blockOf(at)
    const sources = {
      sharesLeft: async () => [],
      holderState: async () => ({ code: '0x', implementation: null, admin: null, owner: null }),
      score: async () => null,
      permission: async () =>
        fails === 'amount' ? Promise.reject(new Error('timed out')) : { amount, isExpired: false },
      blockAt: async (number: bigint) => blockOf(number),
      blockBefore: async () => blockOf(90n),
      useLook: () => async (question: UseQuestion, known: readonly Hex[]) => {
        if (fails === 'logs') throw new Error('timed out')
        const isIn = question.from <= 101n && !known.includes(USE)
        return { use: isIn ? USE : null, to: at, seen: isIn ? [{ hash: USE, at: 101n }] : [] }
      },
    } as unknown as Parameters<typeof readSigned>[0] & SignedSources
    const signal = AbortSignal.timeout(1_000)
    const uses = await createUsesOf(sources, { block, watched: [{ wallet: WALLET, permission }] }, signal)
    const asked = { block, owner: OWNER, permissions: [permission], uses }
    const [reading] = await readSigned(sources, asked, signal)
    const judged = judgeSigned(permission, reading as SignedReading, 60)
    if (judged.told.some(({ transactionHash }) => transactionHash === USE)) told.push(at)
    permission = judged.next
  }
  return told
}

describe('a use before the first look that works', () => {
  const cases: [string, Parameters<typeof toldAt>[0], bigint][] = [
    ['is told at the first look', [[105n, 'nothing']], 105n],
    [
      'is told after two looks whose logs failed',
      [
        [105n, 'logs'],
        [110n, 'logs'],
        [115n, 'nothing'],
      ],
      115n,
    ],
    [
      'is told after two looks whose amount failed',
      [
        [105n, 'amount'],
        [110n, 'amount'],
        [115n, 'nothing'],
      ],
      115n,
    ],
    [
      'is told after each of them failed',
      [
        [105n, 'logs'],
        [110n, 'amount'],
        [115n, 'logs'],
        [120n, 'nothing'],
      ],
      120n,
    ],
  ]
  for (const amount of [ENDLESS, 40n])
    for (const [name, looks, expected] of cases)
      test(`${name}, once: ${amount === ENDLESS ? 'without an end' : 'bounded'}`, async () => {
        const later: typeof looks = [...looks, [130n, 'nothing'], [140n, 'nothing']]
        assert.deepEqual(await toldAt(later, amount), [expected])
      })
})
