import { BURN_ADDRESSES } from '@redoubt/risk/burnAddresses.ts'
import type { Address } from '@redoubt/risk/facts.ts'
import { ApiError } from '../../errors.ts'
import type { WantedMonitor } from '../../usecases/scans/monitor.ts'
import type { MonitorRequest } from '../schemas/monitors.ts'
import { checksummed } from './checksummed.ts'

/**
 * The monitor that a body asks for, with the defaults for what it leaves out.
 * @throws ApiError VALIDATION_ERROR for an address that is mistyped, or that has no private key (burn addresses).
 */
export function parseMonitor({ address, chain = 'ethereum', monitoring, alerts }: MonitorRequest): WantedMonitor {
  if (BURN_ADDRESSES.has(address.toLowerCase() as Address))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.address: expected an address with a private key; this is a burn address',
    })
  const { largeTransfer, newApproval, suspiciousActivity } = alerts ?? {}
  return {
    address: checksummed(address, 'body.address'),
    chain,
    monitoring: {
      incomingTransactions: monitoring?.incomingTransactions ?? true,
      outgoingTransactions: monitoring?.outgoingTransactions ?? true,
      tokenApprovals: monitoring?.tokenApprovals ?? true,
      nftTransfers: monitoring?.nftTransfers ?? true,
      contractInteractions: monitoring?.contractInteractions ?? true,
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
