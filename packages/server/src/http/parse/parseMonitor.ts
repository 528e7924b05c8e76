import { canBeWatched, monitorSettings, type WantedMonitor } from '../../domain/monitor.ts'
import { ApiError } from '../../errors.ts'
import type { MonitorRequest } from '../schemas/monitors.ts'
import { checksummed } from './checksummed.ts'

/**
 * The monitor that a body asks for, with the defaults for what it leaves out.
 * @throws ApiError VALIDATION_ERROR for an address that is mistyped, or that has no private key (burn addresses).
 */
export function parseMonitor({ address, chain = 'ethereum', monitoring, alerts }: MonitorRequest): WantedMonitor {
  if (!canBeWatched(address))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.address: expected an address with a private key; this is a burn address',
    })
  return { address: checksummed(address, 'body.address'), chain, ...monitorSettings(monitoring, alerts) }
}
