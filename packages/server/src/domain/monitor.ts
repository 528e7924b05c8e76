import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'

/** What a monitor looks at, and what of it is an alert. Everything that is looked at is told as `monitor.*` events. */
export type MonitorSettings = {
  monitoring: {
    incomingTransactions: boolean
    outgoingTransactions: boolean
    tokenApprovals: boolean
    nftTransfers: boolean
    contractInteractions: boolean
  }
  alerts: {
    /** In USD. */
    largeTransfer: { enabled: boolean; threshold: number }
    /** `enabled`: every new approval; `notifyUnlimited`: unlimited ones, also where the others are not told. */
    newApproval: { enabled: boolean; notifyUnlimited: boolean }
    /** The other side scores so much or more. */
    suspiciousActivity: { enabled: boolean; riskThreshold: number }
  }
}

/** An address that an account has watched on one network. Times are Unix milliseconds. */
export type Monitor = MonitorSettings & {
  id: string
  /** As it was given. */
  address: string
  chain: Chain
  createdAt: number
  updatedAt: number
}
export type WantedMonitor = MonitorSettings & Pick<Monitor, 'address' | 'chain'>

/**
 * Whether coins that moved inside of transactions were seen. `unsupported`: no endpoint traces blocks. `failed`: none did in time, the
 * answer was too large, or the watcher had to catch up.
 */
export type InternalTransferCoverage = 'seen' | 'unsupported' | 'failed'
/** Blocks, the last included, that were too old to be judged; `at`: when that was, Unix milliseconds. */
export type SkippedBlocks = { from: bigint; to: bigint; at: number }
/** `number`: of the block judged last; null before the first. `inside`: of the last one that had transactions; null: not wanted. */
export type StoredStatus = {
  number: bigint | null
  inside: InternalTransferCoverage | null
  skippedBlocks: SkippedBlocks | null
}

/** How far the monitor's network is watched. `inside` null: no monitor wants what moves inside of transactions. */
export type MonitorWatch = {
  number: bigint
  inside: InternalTransferCoverage | null
  skippedBlocks: SkippedBlocks | null
}
/** `watch` null: no block was judged yet. */
export type WatchedMonitor = Monitor & { watch: MonitorWatch | null }

type Part<Settings> = { [Name in keyof Settings]?: Partial<Settings[Name]> | undefined }

/** The settings of a monitor with the defaults for what is left out. */
export function monitorSettings(
  monitoring: Partial<MonitorSettings['monitoring']> = {},
  { largeTransfer, newApproval, suspiciousActivity }: Part<MonitorSettings['alerts']> = {},
): MonitorSettings {
  return {
    monitoring: {
      incomingTransactions: monitoring.incomingTransactions ?? true,
      outgoingTransactions: monitoring.outgoingTransactions ?? true,
      tokenApprovals: monitoring.tokenApprovals ?? true,
      nftTransfers: monitoring.nftTransfers ?? true,
      contractInteractions: monitoring.contractInteractions ?? true,
    },
    alerts: {
      largeTransfer: { enabled: largeTransfer?.enabled ?? true, threshold: largeTransfer?.threshold ?? 10_000 },
      newApproval: {
        enabled: newApproval?.enabled ?? true,
        notifyUnlimited: newApproval?.notifyUnlimited ?? newApproval?.enabled ?? true,
      },
      suspiciousActivity: {
        enabled: suspiciousActivity?.enabled ?? true,
        riskThreshold: suspiciousActivity?.riskThreshold ?? 60,
      },
    },
  }
}

/** Whether an address can be watched: a burn address has no private key, and strangers send to it all the time. */
export function canBeWatched(address: string): boolean {
  return !BURN_ADDRESSES.has(address.toLowerCase() as Address)
}
