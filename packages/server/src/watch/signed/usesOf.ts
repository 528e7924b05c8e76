import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SeenUse, SignedPermission } from '../../domain/signedPermission.ts'
import { withinTime } from '../../lib/withinTime.ts'
import { withSignal } from '../../lib/withSignal.ts'

export type Approval = Extract<SignedPermission['subject'], { kind: 'approval' }>
/** `from`: the first block in which a use is news. */
export type UseQuestion = { from: bigint; owner: Address; approval: Approval }

/** What a look for uses asks of one network. Each rejects when it cannot be learned. */
export type UseSources = {
  /**
   * Looks for the last transaction of each question in which the holder used the approval, all of them by shared reads; null: none; `unlooked`: more
   * happened in one block than is looked at. `to`: the last block that was looked at. `seen`: transactions that are no news from now on. `known`:
   * those of before. The signal ends all of it; each read bounds itself in time.
   */
  useLook(
    block: PinnedBlock,
    questions: readonly UseQuestion[],
    signal: AbortSignal,
  ): (
    question: UseQuestion,
    known: readonly Hex[],
  ) => Promise<{ use: Hex | 'unlooked' | null; to: bigint; seen: readonly SeenUse[] }>
  /** A canonical block by its number. */
  blockAt(number: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** A block of before a time, in Unix milliseconds, as near as a few reads find one; null: they found none. */
  blockBefore(head: PinnedBlock, time: number, signal: AbortSignal): Promise<PinnedBlock | null>
}

/** Where uses of an approval are news, and how far they were looked for: what its row keeps. */
export type LookedFor = Pick<SignedPermission, 'firstBlock' | 'usesTo' | 'usesHash' | 'seenUses'>

export type UsesOf = {
  /** Of an approval that was never looked for: where looks begin. It is kept whatever else fails. Undefined: it is kept already, or could not be read. */
  begun(permission: SignedPermission): LookedFor | undefined
  /** The last use that is news. Rejects when it could not be read, or the signal aborts: it is looked for again from the same block on. */
  look(
    permission: SignedPermission,
    signal: AbortSignal,
  ): Promise<{ use: Hex | 'unlooked' | null; lookedFor: LookedFor }>
}

/** Blocks that are looked at once more where one of them was replaced. */
const REPLACED_BLOCKS = 64n
/** Uses in so many blocks that are kept, so that none is told twice. */
const MAX_SEEN = 400
/** A block may hold what was signed some seconds after its time. */
const SLOT_MS = 4_000
/** A network whose newest block is older tells no times that can be compared with the clock here. */
const MAX_AGE_MS = 60_000
/** For reading where all looks begin. */
const STARTS_MS = 15_000

/**
 * Prepares one look for uses of all approvals of a network, of any wallets: what they ask is read together, and not before one of them asks. The first
 * look begins with the first block that can hold what was scanned, and no later one goes behind it. Where a block of the last look was replaced since,
 * blocks before it are looked at once more.
 */
export async function createUsesOf(
  sources: UseSources,
  { block, watched }: { block: PinnedBlock; watched: readonly { wallet: Address; permission: SignedPermission }[] },
  signal: AbortSignal,
): Promise<UsesOf> {
  type Start = { question: UseQuestion; firstBlock?: bigint; usesTo: bigint; begun?: LookedFor }
  const starts = new Map<SignedPermission, Start>()
  await withinTime(signal, STARTS_MS, async (within) => {
    const { startOf, beginOf } = createStarts(sources, block, within)
    await Promise.all(
      watched.map(async ({ wallet, permission }) => {
        const { subject, usesTo } = permission
        if (subject.kind !== 'approval') return
        try {
          const begun = usesTo === undefined ? await beginOf(permission.scannedAt) : undefined
          const { firstBlock } = begun ?? permission
          const start = begun?.usesTo ?? (await startOf(permission, usesTo ?? 0n))
          const from = firstBlock !== undefined && firstBlock > start ? firstBlock : start + 1n
          starts.set(permission, {
            question: { from, owner: wallet, approval: subject },
            usesTo: usesTo ?? start,
            ...(firstBlock !== undefined && { firstBlock }),
            ...(begun && { begun }),
          })
        } catch {
          // It is asked again at the next look.
        }
      }),
    )
  })
  const look = sources.useLook(
    block,
    [...starts.values()].map(({ question }) => question),
    signal,
  )
  return {
    begun: (permission) => starts.get(permission)?.begun,
    async look(permission, within) {
      const start = starts.get(permission)
      if (start === undefined) throw new Error('Where the look begins could not be read')
      const { question, firstBlock, usesTo } = start
      const kept = firstBlock === undefined ? {} : { firstBlock }
      // An endpoint that lags behind: what was looked at stays so.
      if (question.from > block.number) {
        const { usesHash, seenUses } = permission
        return { use: null, lookedFor: { ...kept, usesTo, usesHash: usesHash ?? null, ...(seenUses && { seenUses }) } }
      }
      const known = permission.seenUses ?? []
      const { use, to, seen } = await withSignal(
        look(
          question,
          known.map(({ hash }) => hash),
        ),
        within,
      )
      const usesHash = to === block.number ? (block.hash as Hex) : null
      return { use, lookedFor: { ...kept, usesTo: to, usesHash, seenUses: seenIn(known, seen, to) } }
    },
  }
}

/** Those of the last blocks, which may be replaced. */
function seenIn(known: readonly SeenUse[], found: readonly SeenUse[], to: bigint): SeenUse[] {
  const at = new Map([...known, ...found].map((one) => [one.hash, one.at]))
  return [...at].flatMap(([hash, at]) => (at + REPLACED_BLOCKS > to ? [{ hash, at }] : [])).slice(-MAX_SEEN)
}

function createStarts(sources: UseSources, block: PinnedBlock, signal: AbortSignal) {
  const blocks = new Map<bigint, Promise<PinnedBlock>>()
  const blockAt = (number: bigint) => {
    const reading =
      number === block.number ? Promise.resolve(block) : (blocks.get(number) ?? sources.blockAt(number, signal))
    blocks.set(number, reading)
    return reading
  }
  return {
    /** After which block the next look begins. */
    async startOf({ usesHash }: SignedPermission, usesTo: bigint): Promise<bigint> {
      const isReplaced = usesHash != null && usesTo <= block.number && (await blockAt(usesTo)).hash !== usesHash
      return isReplaced ? (usesTo > REPLACED_BLOCKS ? usesTo - REPLACED_BLOCKS : 0n) : usesTo
    },
    /** Where the first look begins: with the first block that can hold what was scanned then; now, where that is not known. */
    async beginOf(scannedAt: number): Promise<{ firstBlock: bigint; usesTo: bigint }> {
      const before = await sources.blockBefore(block, scannedAt, signal)
      const first = before === null ? block.number + 1n : await firstSince(before, scannedAt)
      return { firstBlock: first, usesTo: first - 1n }
    },
  }

  async function firstSince(before: PinnedBlock, scannedAt: number): Promise<bigint> {
    // The times of such a network say nothing.
    if (timeOf(block) + MAX_AGE_MS <= scannedAt) return before.number + 1n
    let [low, high] = [before.number, block.number + 1n]
    while (low < high) {
      const middle = (low + high) / 2n
      if (timeOf(await blockAt(middle)) + SLOT_MS < scannedAt) low = middle + 1n
      else high = middle
    }
    return low
  }
}

function timeOf({ timestamp }: PinnedBlock): number {
  return Number(timestamp) * 1_000
}
