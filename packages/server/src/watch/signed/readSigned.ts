import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type KeptSignature, WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { formatUnits } from 'viem/utils'
import type { HolderState, SignedOwner, SignedPermission } from '../../domain/signedPermission.ts'
import type { MonitorSources } from '../alerts/monitorSources.ts'
import { amountOf, NOTHING, OPEN, type SignedReading, WHOLE_DIGITS } from './judgeSigned.ts'
import type { Approval, UseSources, UsesOf } from './usesOf.ts'

/** What a look at signed permissions asks of one network. Each rejects when it cannot be learned. */
export type SignedSources = Pick<MonitorSources, 'permission'> &
  UseSources & {
    head(signal: AbortSignal): Promise<PinnedBlock>
    /** The share of each signature that can still be used, `WHOLE` at most; null: its contract gave no answer. */
    sharesLeft(
      block: PinnedBlock,
      asked: { owner: Address; signatures: readonly KeptSignature[] },
      signal: AbortSignal,
    ): Promise<(bigint | null)[]>
    /** What the account runs and who commands it. */
    holderState(
      block: PinnedBlock,
      holder: Address,
      signal: AbortSignal,
    ): Promise<Omit<HolderState, 'codeHash'> & { code: string }>
  }

type Asked = { block: PinnedBlock; owner: SignedOwner; permissions: readonly SignedPermission[]; uses: UsesOf }

type Scored = SignedSources & Pick<MonitorSources, 'score'>

/** What there is now of each permission of one wallet; a member that was not read is null. */
export async function readSigned(
  sources: Scored,
  { block, owner, permissions, uses }: Asked,
  signal: AbortSignal,
): Promise<SignedReading[]> {
  const signatures = permissions.flatMap(({ subject }) => (subject.kind === 'signature' ? [subject.signature] : []))
  const shares = await sources
    .sharesLeft(block, { owner: owner.wallet, signatures }, signal)
    .catch(() => signatures.map(() => null))
  const shareOf = new Map(signatures.map((signature, at) => [signature, shares[at] ?? null]))
  const wasLeft = createWasLeft(sources, { block, owner: owner.wallet }, signal)
  const holders = createHolders(sources, block, signal)
  return Promise.all(
    permissions.map(async (permission): Promise<SignedReading> => {
      const { subject, left, scannedAt } = permission
      const holder = subject.kind === 'signature' ? subject.signature.holder : subject.holder
      const signed = async (signature: KeptSignature) => {
        const found = { left: leftOf(shareOf.get(signature) ?? null) }
        const isNew = left === null && found.left !== null && found.left !== OPEN
        return isNew ? { ...found, wasLeft: await wasLeft(signature, scannedAt) } : found
      }
      const [found, { holderState, score }] = await Promise.all([
        subject.kind === 'signature'
          ? signed(subject.signature)
          : approvalLeft(sources, { block, wallet: owner.wallet, permission, subject, uses }, signal),
        holders(holder),
      ])
      return { block, ...found, holderState, score }
    }),
  )
}

/** Asks about a signature before its scan; null: there was no answer. */
function createWasLeft(
  sources: SignedSources,
  { block, owner }: { block: PinnedBlock; owner: Address },
  signal: AbortSignal,
) {
  return async (signature: KeptSignature, scannedAt: number): Promise<string | null> => {
    try {
      const before = await sources.blockBefore(block, scannedAt, signal)
      if (before === null) return null
      const [left = null] = await sources.sharesLeft(before, { owner, signatures: [signature] }, signal)
      return leftOf(left)
    } catch {
      return null
    }
  }
}

/** Of an order that was filled in part: the share that is left, as a decimal fraction. */
function leftOf(share: bigint | null): string | null {
  if (share === null || share === 0n) return share === null ? null : NOTHING
  return share >= WHOLE ? OPEN : formatUnits(share, WHOLE_DIGITS)
}

/** Tokens and Permit2 leave the largest amount as it is when it is used: COMP and UNI keep 96 bits of it. One that falls is told by what is left. */
const ENDLESS = 2n ** 96n - 1n

/** Of an approval, with the transaction that used it where its amount does not show it: it has no end, or was given and taken back between looks. */
async function approvalLeft(
  sources: SignedSources,
  {
    block,
    wallet,
    permission,
    subject,
    uses,
  }: { block: PinnedBlock; wallet: Address; permission: SignedPermission; subject: Approval; uses: UsesOf },
  signal: AbortSignal,
): Promise<Pick<SignedReading, 'left' | 'isExpired' | 'usedBy' | 'lookedFor'>> {
  const begun = uses.begun(permission)
  const found = {
    ...(await allowanceLeft(sources, { block, wallet, subject }, signal)),
    ...(begun && { lookedFor: begun }),
  }
  const { left } = found
  if (left === null) return found
  const isOperator = subject.standard === 'erc721' || subject.standard === 'erc1155'
  const endless = left !== NOTHING && (isOperator || BigInt(left) >= ENDLESS)
  // What its amount shows is not looked for once more if it has no end later.
  const shown = { ...found, lookedFor: { ...begun, usesTo: block.number, usesHash: block.hash as Hex } }
  const { left: known, usesTo = 0n, firstBlock } = permission
  const isLookedFor = permission.usesTo !== undefined && (firstBlock === undefined || usesTo >= firstBlock)
  if (!endless && known !== null && isLookedFor) return block.number > usesTo ? shown : found
  const looked = await uses.look(permission, signal).catch(() => undefined)
  if (looked === undefined) return !endless && known !== null && amountOf(left) < amountOf(known) ? shown : found
  const { use, lookedFor } = looked
  // That there may have been a use is said of what has no end alone.
  return { ...found, usedBy: use === 'unlooked' && !endless ? null : use, lookedFor }
}

async function allowanceLeft(
  sources: SignedSources,
  {
    block,
    wallet,
    subject: { standard, token, holder },
  }: { block: PinnedBlock; wallet: Address; subject: Extract<SignedPermission['subject'], { kind: 'approval' }> },
  signal: AbortSignal,
): Promise<Pick<SignedReading, 'left' | 'isExpired'>> {
  const kind = standard === 'erc20' ? 'amount' : standard === 'permit2' ? 'permit2' : 'operator'
  const grant = { kind, token, owner: wallet, spender: holder, tokenId: null, after: 0n, expiration: null } as const
  const found = await sources.permission(block, grant, signal).catch(() => null)
  return found === null ? { left: null } : { left: String(found.amount), isExpired: found.isExpired === true }
}

/** Several permissions have one holder. */
function createHolders(sources: Scored, block: PinnedBlock, signal: AbortSignal) {
  const known = new Map<Address, Promise<Pick<SignedReading, 'holderState' | 'score'>>>()
  const read = async (holder: Address): Promise<Pick<SignedReading, 'holderState' | 'score'>> => {
    const [state, score] = await Promise.all([
      sources.holderState(block, holder, signal).catch(() => null),
      sources.score(holder, signal).catch(() => null),
    ])
    if (state === null) return { holderState: null, score }
    const { code, ...commands } = state
    return { holderState: { codeHash: createHash('sha256').update(code).digest('hex'), ...commands }, score }
  }
  return (holder: Address) => {
    const reading = known.get(holder) ?? read(holder)
    known.set(holder, reading)
    return reading
  }
}
