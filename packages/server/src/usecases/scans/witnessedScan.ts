import type { WitnessOutcome } from '../../domain/verdict.ts'
import type { ContractScanInput, ContractScanResult } from './contract/scanContract.ts'
import type { MessageScanRequest, MessageScanResult } from './message/scanMessage.ts'
import type { TransactionScanInput, TransactionScanResult } from './transaction/scanTransaction.ts'

/** A scan whose verdict can be executed again, by its kind. */
export type WitnessedScan =
  | { kind: 'transaction'; input: TransactionScanInput }
  | { kind: 'message'; input: MessageScanRequest }
  | { kind: 'contract'; input: ContractScanInput }

/** Its answer, what became of its witness, and the verdict as a file; null: none is kept. */
export type Witnessed = {
  result: TransactionScanResult | MessageScanResult | ContractScanResult
  witness: WitnessOutcome
  verdict: string | null
}
