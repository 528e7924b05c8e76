import type { SandboxWorld } from '../../sandbox/world.ts'
import { assetMessageWarnings } from './assetMessageWarnings.ts'
import { browserWarnings } from './browserWarnings.ts'
import { contractWarnings } from './contractWarnings.ts'
import { textMessageWarnings } from './textMessageWarnings.ts'
import { transactionWarnings } from './transactionWarnings.ts'
import { urlWarnings } from './urlWarnings.ts'
import { walletWarnings } from './walletWarnings.ts'
import type { WarningRow } from './warningRow.ts'

/** Every row that an end-to-end test of warnings demands over HTTP (`e2e/*Warnings.e2e.ts`). */
export function warningRows(world: SandboxWorld): WarningRow[] {
  return [
    ...assetMessageWarnings(world),
    ...textMessageWarnings(world),
    ...transactionWarnings(world),
    ...walletWarnings(world),
    ...contractWarnings(world),
    ...urlWarnings(),
    ...browserWarnings(),
  ]
}
