import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedPermission } from '../../domain/signedPermission.ts'
import { createUsesOf, type UseQuestion } from './usesOf.ts'

const WALLET = `0x${'a'.repeat(40)}` as const
const AT = 1_800_000_000
const HEAD = 1_000n
/** One block each second. */
const blockOf = (number: bigint) =>
  ({ number, hash: `0x${number.toString(16).padStart(64, '0')}`, timestamp: BigInt(AT) + number }) as PinnedBlock
const hashAt = (number: bigint) => blockOf(number).hash as Hex
const USE: Hex = `0x${'77'.repeat(32)}`

const approval = (more: Partial<SignedPermission> = {}): SignedPermission => ({
  place: 'approval',
  subject: {
    kind: 'approval',
    standard: 'erc20',
    token: `0x${'c'.repeat(40)}`,
    holder: `0x${'d'.repeat(40)}`,
    symbol: 'TKN',
  },
  requestId: 'r1',
  scannedAt: (AT + 900) * 1_000,
  origin: null,
  riskLevel: 'low',
  left: String(2n ** 256n - 1n),
  holderState: null,
  block: 980n,
  told: 0,
  ...more,
})

/** Where looks begin, and what one of them says. */
async function looked(
  permission: SignedPermission,
  {
    use = null,
    at,
    to = HEAD,
    before = 896n,
    replaced = false,
    fails = false,
  }: { use?: Hex | null; at?: bigint; to?: bigint; before?: bigint | null; replaced?: boolean; fails?: boolean } = {},
) {
  const asked: { from: bigint[]; known: readonly Hex[][] } = { from: [], known: [] }
  const uses = await createUsesOf(
    {
      useLook(_, questions: readonly UseQuestion[]) {
        asked.from = questions.map(({ from }) => from)
        return async (_question, known) => {
          asked.known = [...asked.known, [...known]]
          return { use, to, ...(at !== undefined && { at }) }
        }
      },
      blockAt: async (number) =>
        fails ? Promise.reject(new Error('timed out')) : replaced ? { ...blockOf(number), hash: USE } : blockOf(number),
      blockBefore: async () => (before === null ? null : blockOf(before)),
    },
    { block: blockOf(HEAD), watched: [{ wallet: WALLET, permission }] },
    AbortSignal.timeout(1_000),
  )
  return { asked, answer: uses(permission) }
}

describe('where a look for uses begins', () => {
  const cases: [string, Partial<SignedPermission>, bigint][] = [
    ['after the last look', {}, 981n],
    ['after the last look for uses, which may be behind', { usesTo: 970n }, 971n],
    ['before the scan, of one that was not seen on the chain', { left: null, block: null }, 897n],
    ['after the last look, of one that was looked for and not seen yet', { left: null, usesTo: 970n }, 971n],
  ]
  for (const [name, known, from] of cases)
    test(name, async () => assert.deepEqual((await looked(approval(known))).asked.from, [from]))

  test('64 blocks earlier where a block of the last look was replaced, without what was told', async () => {
    const known = { usesTo: 970n, usesHash: hashAt(970n), toldUses: [USE] }
    assert.deepEqual((await looked(approval(known))).asked.from, [971n])
    const { asked, answer } = await looked(approval(known), { replaced: true })
    await answer
    assert.deepEqual([asked.from, asked.known], [[907n], [[USE]]])
  })

  test('it begins now where it is not known; what fails is asked again', async () => {
    assert.equal(await (await looked(approval({ left: null }), { before: null })).answer, null)
    const failed = await looked(approval({ usesTo: 970n, usesHash: hashAt(970n) }), { fails: true })
    await assert.rejects(failed.answer)
  })

  test('the block is kept with its hash where it is the newest', async () => {
    assert.deepEqual(await (await looked(approval())).answer, { use: null, to: HEAD, hash: hashAt(HEAD) })
    assert.deepEqual(await (await looked(approval(), { to: 990n })).answer, { use: null, to: 990n })
  })

  test('an endpoint that lags behind takes nothing back', async () => {
    const ahead = approval({ usesTo: HEAD + 5n, usesHash: USE })
    assert.deepEqual(await (await looked(ahead)).answer, { use: null, to: HEAD + 5n, hash: USE })
  })

  test('a use before the scan is none of what was scanned', async () => {
    const first = { left: null, block: null }
    const useAt = async (at: bigint, known: Partial<SignedPermission>) =>
      (await (await looked(approval(known), { use: USE, at })).answer)?.use
    assert.deepEqual(await Promise.all([880n, 898n, 950n].map((at) => useAt(at, first))), [null, USE, USE])
    assert.equal(await useAt(880n, { usesTo: 870n }), USE)
    // A network whose clock is another: its times say nothing.
    assert.equal(await useAt(880n, { ...first, scannedAt: (AT + 900_000) * 1_000 }), USE)
  })
})
