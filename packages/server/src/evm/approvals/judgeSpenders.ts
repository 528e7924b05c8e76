import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { patient } from '../../lib/patience.ts'

/** Judgements of contracts, shared by all scans. */
export type SpenderJudge = {
  /** The kept judgement, where one stands at the block; null: none. */
  kept(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<ContractJudgement | null>
  judge(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<ContractJudgement>
}

/** Limits of spenders looked up, of those scanned for it, and milliseconds for these scans. */
const MAX_JUDGED = 40
const MAX_SCANNED = 4
const SCANNED_WITHIN_MS = 4_000

/** Returns judgements of unknown contracts: kept ones first, then a few new ones. Those that are absent were not judged. */
export async function judgeSpenders(
  { spenderJudge }: { spenderJudge?: SpenderJudge },
  { block, spenders }: { block: PinnedBlock; spenders: readonly Account[] },
  signal: AbortSignal,
): Promise<Map<Address, ContractJudgement>> {
  const found = new Map<Address, ContractJudgement>()
  if (spenderJudge === undefined) return found
  const asked = spenders.slice(0, MAX_JUDGED)
  await Promise.all(
    asked.map(async (account) => {
      const judgement = await spenderJudge.kept(block, account, signal).catch(() => null)
      if (judgement !== null) found.set(account.address, judgement)
    }),
  )
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(SCANNED_WITHIN_MS))])
  await Promise.all(
    asked
      .filter(({ address }) => !found.has(address))
      .slice(0, MAX_SCANNED)
      .map((account) =>
        spenderJudge.judge(block, account, within).then(
          (judgement) => found.set(account.address, judgement),
          () => undefined,
        ),
      ),
  )
  return found
}
