import type { ContractJudgement } from '../facts/contractJudgement.ts'

/** Said of a module that was executed in full. */
export const BY_RECORD =
  'Its code was executed: it acts as a Safe only by records that this Safe writes, and a Safe that wrote none loses nothing.'

/** Whether a module acts as a wallet only by the records of that wallet, and its own scan found no danger. */
export function actsByRecord(judgement: ContractJudgement | undefined): boolean {
  return judgement?.walletsByRecord === true && judgement.complete && judgement.findings.length === 0
}
