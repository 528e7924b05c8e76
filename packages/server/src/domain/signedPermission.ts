import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import type { Environment } from './environment.ts'

/** The account that watches, and the wallet that it monitors. */
export type SignedOwner = { accountId: string; environment: Environment; chain: Chain; wallet: Address }

/** What the holder of a permission runs, and who commands it. Null: none. */
export type HolderState = {
  codeHash: string
  implementation: Address | null
  admin: Address | null
  owner: Address | null
}

/** A transaction, and the block that it was mined in. */
export type SeenUse = { hash: Hex; at: bigint }

/** A signature or an approval that an account scanned for a wallet that it monitors. */
export type SignedPermission = {
  /** Tells it apart from others of the wallet. */
  place: string
  subject:
    | { kind: 'signature'; signature: KeptSignature }
    | {
        kind: 'approval'
        standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
        token: Address
        holder: Address
        symbol: string
      }
  /** The scan, and when it was made: Unix milliseconds. */
  requestId: string
  scannedAt: number
  origin: string | null
  /** As it was last told. Null: the scan did not judge the holder. */
  riskLevel: RiskLevel | null
  /**
   * What is left of it when it was last read, in base units; of a signature `open`, or the share of an order that was not filled. Null: it was not
   * on chain yet.
   */
  left: string | null
  /** Null: not read yet. */
  holderState: HolderState | null
  /** Block of the last look; null: none was taken. */
  block: bigint | null
  /** Of an approval: the first block in which a use is one of what was scanned. Absent: not known yet. */
  firstBlock?: bigint
  /** The block up to which uses were looked for that its amount does not show; before the first look that of before the scan. Absent: not known yet. */
  usesTo?: bigint
  /** Hash of that block, where it was the newest one: another there now says that uses before it may be others. Null: not known. */
  usesHash?: Hex | null
  /** Uses in the last blocks that are no news: they were told, or a newer one was. */
  seenUses?: readonly SeenUse[]
  /** Events so far. */
  told: number
}

export type WatchedPermission = { id: number; owner: SignedOwner; permission: SignedPermission }

const LEVELS: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

/** Whether the first of two signatures for one nonce takes more: by its risk, then by what it permits. */
function isWorseSignature(one: KeptSignature, other: KeptSignature): boolean {
  const order = LEVELS.indexOf(one.scan.riskLevel) - LEVELS.indexOf(other.scan.riskLevel)
  return order === 0 ? one.unlimited && !other.unlimited : order > 0
}

/** Of two signatures for one nonce either may have been made: the worse of them, for as long as one of them is open. */
export function eitherSignature(known: KeptSignature, given: KeptSignature): KeptSignature {
  const ends = [known.deadline, given.deadline].filter((end) => end !== null)
  const deadline = ends.length < 2 ? null : Math.max(...ends)
  return { ...(isWorseSignature(given, known) ? given : known), deadline }
}

/**
 * What is watched at a place where another permission is scanned. Approvals are read on chain whatever was scanned, so a known one stays.
 * A worse signature brings its own scan; what was read and told stays.
 */
export function joinedPermission(known: SignedPermission, given: SignedPermission): SignedPermission {
  if (known.subject.kind !== 'signature' || given.subject.kind !== 'signature') return known
  const signature = eitherSignature(known.subject.signature, given.subject.signature)
  const from = isWorseSignature(given.subject.signature, known.subject.signature) ? given : known
  const { requestId, scannedAt, origin, riskLevel } = from
  return { ...known, subject: { kind: 'signature', signature }, requestId, scannedAt, origin, riskLevel }
}

/** Of one account and environment; beyond it nothing more joins. */
export const MAX_SIGNED_PERMISSIONS = 2_000

/** What became of one. */
export type SignedStatus = 'used' | 'changed' | 'dangerous' | 'expired'
