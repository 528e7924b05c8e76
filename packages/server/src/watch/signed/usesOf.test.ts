import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SeenUse, SignedPermission } from '../../domain/signedPermission.ts'
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
    to = HEAD,
    seen = [],
    before = 800n,
    replaced = false,
    fails = false,
  }: {
    use?: Hex | null
    to?: bigint
    seen?: SeenUse[]
    before?: bigint | null
    replaced?: boolean
    fails?: boolean
  } = {},
) {
  const asked: { from: bigint[]; known: readonly Hex[][] } = { from: [], known: [] }
  const uses = await createUsesOf(
    {
      useLook(_, questions: readonly UseQuestion[]) {
        asked.from = questions.map(({ from }) => from)
        return async (_question, known) => {
          asked.known = [...asked.known, [...known]]
          return { use, to, seen }
        }
      },
      blockAt: async (number) =>
        fails ? Promise.reject(new Error('timed out')) : replaced ? { ...blockOf(number), hash: USE } : blockOf(number),
      blockBefore: async () => (before === null ? null : blockOf(before)),
    },
    { block: blockOf(HEAD), watched: [{ wallet: WALLET, permission }] },
    AbortSignal.timeout(1_000),
  )
  return { asked, begun: uses.begun(permission), look: () => uses.look(permission, AbortSignal.timeout(500)) }
}

describe('where a look for uses begins', () => {
  // The scan was at block 900, and a block may hold what was signed four seconds after its time.
  const cases: [string, Partial<SignedPermission>, bigint][] = [
    ['with the first block that can hold what was scanned', { left: null, block: null }, 896n],
    ['also where its amount is known already', {}, 896n],
    ['after the last look for uses, which may be behind', { usesTo: 970n }, 971n],
    ['where the first look would have begun, when that failed', { firstBlock: 896n, usesTo: 895n }, 896n],
  ]
  for (const [name, known, from] of cases)
    test(name, async () => assert.deepEqual((await looked(approval(known))).asked.from, [from]))

  test('where looks begin is kept by the row', async () => {
    assert.deepEqual((await looked(approval())).begun, { firstBlock: 896n, usesTo: 895n })
    assert.equal((await looked(approval({ usesTo: 970n }))).begun, undefined)
    assert.equal((await looked(approval(), { fails: true })).begun, undefined)
  })

  test('after the scan of a block that is not there yet', async () => {
    const ahead = approval({ scannedAt: (AT + Number(HEAD) + 20) * 1_000 })
    const { begun, look } = await looked(ahead, { before: HEAD - 1n })
    assert.deepEqual(begun, { firstBlock: HEAD + 1n, usesTo: HEAD })
    assert.equal((await look()).use, null)
  })

  test('on a network whose clock is another, its times say nothing', async () => {
    const other = approval({ scannedAt: (AT + 900_000) * 1_000 })
    assert.deepEqual((await looked(other, { before: 880n })).asked.from, [881n])
  })

  test('64 blocks earlier where a block of the last look was replaced, without what was seen', async () => {
    const known = { usesTo: 970n, usesHash: hashAt(970n), seenUses: [{ hash: USE, at: 960n }] }
    assert.deepEqual((await looked(approval(known))).asked.from, [971n])
    const { asked, look } = await looked(approval(known), { replaced: true })
    await look()
    assert.deepEqual([asked.from, asked.known], [[907n], [[USE]]])
    // And never before what was scanned.
    assert.deepEqual((await looked(approval({ ...known, firstBlock: 950n }), { replaced: true })).asked.from, [950n])
  })

  test('it begins now where it is not known; what fails is asked again', async () => {
    const { begun, look } = await looked(approval({ left: null }), { before: null })
    assert.deepEqual([begun, (await look()).use], [{ firstBlock: HEAD + 1n, usesTo: HEAD }, null])
    const failed = await looked(approval({ usesTo: 970n, usesHash: hashAt(970n) }), { fails: true })
    await assert.rejects(failed.look())
  })

  test('the block is kept with its hash where it is the newest', async () => {
    const known = approval({ usesTo: 970n, firstBlock: 896n })
    const kept = async (to: bigint) => (await (await looked(known, { to })).look()).lookedFor
    assert.deepEqual(await kept(HEAD), { firstBlock: 896n, usesTo: HEAD, usesHash: hashAt(HEAD), seenUses: [] })
    assert.deepEqual(await kept(990n), { firstBlock: 896n, usesTo: 990n, usesHash: null, seenUses: [] })
  })

  test('all that was seen in blocks which may be replaced is kept', async () => {
    const [old, moved, kept]: Hex[] = ['1', '2', '3'].map((digit): Hex => `0x${digit.repeat(64)}`)
    const seenUses = [old, moved, kept].map((hash, at) => ({ hash: hash ?? USE, at: 930n + BigInt(at * 4) }))
    const seen = [
      { hash: moved ?? USE, at: 999n },
      { hash: USE, at: HEAD },
    ]
    const { lookedFor } = await (await looked(approval({ usesTo: 970n, seenUses }), { seen })).look()
    assert.deepEqual(lookedFor.seenUses, [
      { hash: moved, at: 999n },
      { hash: kept, at: 938n },
      { hash: USE, at: HEAD },
    ])
  })

  test('an endpoint that lags behind takes nothing back', async () => {
    const ahead = approval({ usesTo: HEAD + 5n, usesHash: USE })
    assert.deepEqual((await (await looked(ahead)).look()).lookedFor, { usesTo: HEAD + 5n, usesHash: USE })
  })
})
