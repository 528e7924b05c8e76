import type { Address } from '@redoubt/risk/address.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { WARNING_DEADLINE_MS, type WarningRequest } from './warningRow.ts'

/** No transaction of the sandbox names it. */
export const STRANGER: Address = '0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b'

/** Makes requests to scan what the trader is asked to sign. */
export function messageRequest({ chain, actors }: SandboxWorld) {
  return (body: object): WarningRequest => ({
    path: '/v1/scan/message',
    body: { address: actors.trader, chain, options: { deadlineMs: WARNING_DEADLINE_MS }, ...body },
  })
}
