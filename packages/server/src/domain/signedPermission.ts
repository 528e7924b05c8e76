import type { Address } from '@redoubt/risk/address.ts'
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
  /** What is left of it when it was last read, in base units, `open` for a signature; null: it was not on chain yet. */
  left: string | null
  /** Null: not read yet. */
  holderState: HolderState | null
  /** Block of the last look; null: none was taken. */
  block: bigint | null
  /** Events so far. */
  told: number
}

export type WatchedPermission = { id: number; owner: SignedOwner; permission: SignedPermission }

/** Of one account and environment; beyond it nothing more joins. */
export const MAX_SIGNED_PERMISSIONS = 2_000

/** What became of one. */
export type SignedStatus = 'used' | 'changed' | 'dangerous' | 'expired'
