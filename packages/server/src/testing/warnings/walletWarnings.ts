import type { Address } from '@redoubt/risk/address.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { WARNING_DEADLINE_MS, type WarningRequest, type WarningRow } from './warningRow.ts'
import { STAGE_ACTORS } from './warningStage.ts'

/** Accounts of the stage (`playWarningStage`) and of the sandbox, each with the findings that it must get. */
export function walletWarnings({ chain, actors, safe }: SandboxWorld): WarningRow[] {
  const scan = (address: Address): WarningRequest => ({
    path: `/v1/scan/wallet/${address}?chain=${chain}&deadlineMs=${WARNING_DEADLINE_MS}`,
  })
  const trader = scan(actors.trader)
  return [
    { ids: ['frozen-wallet'], subject: scan(STAGE_ACTORS.thief), twin: trader },
    { ids: ['funded-by-mixer'], subject: scan(STAGE_ACTORS.mixed), twin: trader },
    { ids: ['drainer-like-transfers'], subject: scan(STAGE_ACTORS.collector), twin: scan(actors.collector) },
    { ids: ['many-new-recipients'], subject: scan(STAGE_ACTORS.duster), twin: scan(actors.venue) },
    { ids: ['sweeper-like-forwarding'], subject: scan(STAGE_ACTORS.sweeper), twin: scan(actors.deposit) },
    { ids: ['safe-extension'], subject: scan(safe.account), twin: scan(safe.treasury) },
  ]
}
