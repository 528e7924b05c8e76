import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedPermission } from '../../domain/signedPermission.ts'

export type Approval = Extract<SignedPermission['subject'], { kind: 'approval' }>
/** `from`: the first block in which a use is news. */
export type UseQuestion = { from: bigint; owner: Address; approval: Approval }

/** What a look for uses asks of one network. Each rejects when it cannot be learned. */
export type UseSources = {
  /**
   * Looks for the last transaction of each question in which the holder used the approval, all of them by shared reads; null: none; `unlooked`: more
   * happened in one block than is looked at. `at`: its block. `to`: the last block that was looked at. `known`: uses that were told before.
   */
  useLook(
    block: PinnedBlock,
    questions: readonly UseQuestion[],
    signal: AbortSignal,
  ): (
    question: UseQuestion,
    known: readonly Hex[],
  ) => Promise<{ use: Hex | 'unlooked' | null; at?: bigint; to: bigint }>
  /** A canonical block by its number. */
  blockAt(number: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** A block of before a time, in Unix milliseconds, as near as a few reads find one; null: they found none. */
  blockBefore(head: PinnedBlock, time: number, signal: AbortSignal): Promise<PinnedBlock | null>
}

/**
 * The last use of an approval that was not told yet; `to`: the last block that was looked at, with its hash where it is the newest. Null: where the
 * look would begin is not known, so that it begins now. Rejects when it could not be read.
 */
export type UsesOf = (
  permission: SignedPermission,
) => Promise<{ use: Hex | 'unlooked' | null; to: bigint; hash?: Hex } | null>

/** Blocks that are looked at once more where one of them was replaced. */
const REPLACED_BLOCKS = 64n
/** A block may hold what was signed some seconds after its time. */
const SLOT_MS = 4_000
/** A network whose newest block is older tells no times that can be compared with the clock here. */
const MAX_AGE_MS = 60_000

/**
 * Prepares one look for uses of all approvals of a network, of any wallets: what they ask is read together, and not before one of them asks. A permission that was not seen on the chain is looked for since its scan. Where a block of the last look was replaced since, blocks before it
 * are looked at once more.
 */
export async function createUsesOf(
  sources: UseSources,
  { block, watched }: { block: PinnedBlock; watched: readonly { wallet: Address; permission: SignedPermission }[] },
  signal: AbortSignal,
): Promise<UsesOf> {
  const blocks = new Map<bigint, Promise<PinnedBlock>>()
  const blockAt = (number: bigint) => {
    const reading =
      number === block.number ? Promise.resolve(block) : (blocks.get(number) ?? sources.blockAt(number, signal))
    blocks.set(number, reading)
    return reading
  }
  const startOf = async (permission: SignedPermission): Promise<bigint | null> => {
    const { left, usesTo, usesHash, block: last, scannedAt } = permission
    const seen = usesTo ?? (left === null ? null : last)
    if (seen === null) return (await sources.blockBefore(block, scannedAt, signal))?.number ?? null
    const isReplaced = usesHash != null && seen <= block.number && (await blockAt(seen)).hash !== usesHash
    return isReplaced ? (seen > REPLACED_BLOCKS ? seen - REPLACED_BLOCKS : 0n) : seen
  }
  const questions = new Map<SignedPermission, UseQuestion | null | 'failed'>()
  await Promise.all(
    watched.map(async ({ wallet, permission }) => {
      const { subject } = permission
      if (subject.kind !== 'approval') return
      const start = await startOf(permission).catch(() => 'failed' as const)
      const question = typeof start === 'bigint' ? { from: start + 1n, owner: wallet, approval: subject } : start
      questions.set(permission, question)
    }),
  )
  const asked = [...questions.values()].filter((one) => one !== null && one !== 'failed')
  const look = sources.useLook(block, asked, signal)
  return async (permission) => {
    const question = questions.get(permission) ?? null
    if (question === 'failed') throw new Error('Where the look begins could not be read')
    if (question === null) return null
    // An endpoint that lags behind: what was looked at stays so.
    if (question.from > block.number)
      return { use: null, to: question.from - 1n, ...(permission.usesHash && { hash: permission.usesHash }) }
    const { use, at, to } = await look(question, permission.toldUses ?? [])
    const hash = to === block.number ? { hash: block.hash } : {}
    // The first look begins at a block near before the scan.
    const { scannedAt, usesTo, left } = permission
    const isFirst = usesTo === undefined && left === null
    const isBefore =
      isFirst &&
      at !== undefined &&
      timeOf(block) + MAX_AGE_MS > scannedAt &&
      timeOf(await blockAt(at)) + SLOT_MS < scannedAt
    return { use: isBefore ? null : use, to, ...hash }
  }
}

function timeOf({ timestamp }: PinnedBlock): number {
  return Number(timestamp) * 1_000
}
