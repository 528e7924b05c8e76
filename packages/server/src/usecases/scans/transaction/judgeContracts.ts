import type { Address } from '@redoubt/risk/address.ts'
import { dangerOf } from '@redoubt/risk/contract/dangerOf.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import { Incomplete, type MissingFact } from '@redoubt/risk/gatherFacts.ts'
import { isTrusted } from './isTrusted.ts'
import type { TransactionSources } from './transactionSources.ts'

/** A contract that a transaction or message uses. `decisive`: it receives power or value. */
export type UsedContract = { account: Account; decisive: boolean }

/** Contracts of one transaction that are scanned. */
const MAX_CONTRACTS = 8

/** Scans contracts that a transaction or message uses, each once. Wallets and well-known contracts are not looked into. */
export function createContractsJudge(sources: Pick<TransactionSources, 'contractJudgement'>, block: PinnedBlock) {
  const asked = new Map<Address, { decisive: boolean; judged: Promise<ContractJudgement> | null }>()

  return {
    /** Begins to scan those that are not yet being scanned. `within` ends the wait for them. */
    ask(used: readonly UsedContract[], within: () => AbortSignal): void {
      let signal: AbortSignal | undefined
      // Those that matter most are never crowded out by those that matter less.
      for (const { account, decisive } of used.toSorted((a, b) => Number(b.decisive) - Number(a.decisive))) {
        const known = asked.get(account.address)
        if (known !== undefined) known.decisive ||= decisive
        if (known !== undefined || account.class !== 'contract' || isTrusted(account)) continue
        signal ??= within()
        const judged = asked.size < MAX_CONTRACTS ? sources.contractJudgement(block, account, signal) : null
        judged?.catch(() => undefined)
        asked.set(account.address, { decisive, judged })
      }
    },
    /** Incomplete where one could not be scanned in full and nothing was found. */
    async answer(): Promise<Facts['contractJudgements'] | Incomplete<Facts['contractJudgements']>> {
      const judgements: Facts['contractJudgements'] = {}
      const unknown: { address: Address; decisive: boolean; error: unknown }[] = []
      for (const [address, { decisive, judged }] of asked) {
        try {
          const judgement = await judged
          if (judgement !== null) judgements[address] = judgement
          if (judgement === null || (!judgement.complete && dangerOf(judgement) === null))
            unknown.push({ address, decisive, error: null })
        } catch (error) {
          unknown.push({ address, decisive, error })
        }
      }
      return unknown.length === 0 ? judgements : new Incomplete(judgements, notScanned(unknown))
    },
  }
}

function notScanned(unknown: readonly { address: Address; decisive: boolean; error: unknown }[]): MissingFact {
  const error = unknown.find((one) => one.error !== null)?.error ?? null
  const isLate = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
  const missing: MissingFact = {
    reason: isLate ? 'late' : 'failed',
    message: `${unknown.length} of the contracts used could not be scanned in full${isLate ? ' in time' : ''}`,
    root: 'contractJudgements',
    error,
  }
  return unknown.some(({ decisive }) => decisive) ? missing : { ...missing, decisive: false }
}
