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
