import type { Address } from '@redoubt/risk/address.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { patient } from '../../../lib/patience.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { ContractJudge } from '../contract/contractJudge.ts'
import { byWorst, type KeptLevel, type KeptLevels } from './keptLevels.ts'
import type { WalletJudge } from './walletJudge.ts'

/** Addresses looked up for one answer, and milliseconds for reading that the kept judgements still stand. */
const MAX_LOOKED_UP = 150
const WITHIN_MS = 500

/** Looks levels up in the judgements of one network. Only accounts with a kept judgement are read. */
export function createKeptLevels({
  contract,
  wallet,
  account,
}: {
  contract: Pick<ContractJudge, 'kept' | 'keeps'>
  wallet: Pick<WalletJudge, 'kept' | 'keeps'>
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
}): KeptLevels {
  return async (block, addresses, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(patient(WITHIN_MS))])
    const known = [...new Set(addresses)]
      .slice(0, MAX_LOOKED_UP)
      .filter((address) => contract.keeps(address) || wallet.keeps(address))
    const found = new Map<Address, KeptLevel>()
    await Promise.all(
      known.map(async (address) => {
        const level = await withSignal(levelOf(address), within).catch(() => null)
        if (level !== null) found.set(address, level)
      }),
    )
    return found

    async function levelOf(address: Address): Promise<KeptLevel | null> {
      const subject = await account(block, address, within)
      const parts = judgedPartsOf(subject)
      const judges = [...(parts === 'wallet' ? [] : [contract]), ...(parts === 'contract' ? [] : [wallet])]
      const asked = await Promise.all(judges.map((judge) => judge.kept(block, subject, within)))
      const judged = asked.filter((one) => one !== null)
      const [level] = judged.map(({ riskLevel }) => riskLevel).sort(byWorst)
      if (level === undefined) return null
      return { level, complete: judged.length === judges.length && judged.every(({ complete }) => complete) }
    }
  }
}
