import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { judgedPartsOf } from '@redoubt/risk/judgedParts.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import type { ContractJudge } from '../contract/contractJudge.ts'
import type { WalletJudge } from './walletJudge.ts'

/** `complete` false: a part of the judgement is missing or was cut short. */
export type KeptLevel = { level: RiskLevel; complete: boolean }

/** Levels of addresses for which judgements are kept, by lower-case address. Nothing is scanned; the others are absent. */
export type KeptLevels = (
  block: PinnedBlock,
  addresses: readonly Address[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Address, KeptLevel>>

const WORST_FIRST: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'safe']
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
    const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
    const known = [...new Set(addresses)]
      .slice(0, MAX_LOOKED_UP)
      .filter((address) => contract.keeps(address) || wallet.keeps(address))
    const found = new Map<Address, KeptLevel>()
    await Promise.all(
      known.map(async (address) => {
        const level = await levelOf(address).catch(() => null)
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

/**
 * Gives rows of an answer the level of the kept judgement of their address. A row that lists or its own facts accuse never gets a better
 * one, and an incomplete judgement makes no row better.
 */
export async function withKeptLevels<Row extends { riskLevel: RiskLevel }>(
  rows: readonly Row[],
  {
    addressOf,
    block,
    keptLevels,
    signal,
  }: {
    addressOf(row: Row): string
    block: PinnedBlock | undefined
    keptLevels: KeptLevels | undefined
    signal: AbortSignal
  },
): Promise<Row[]> {
  if (block === undefined || keptLevels === undefined || rows.length === 0) return [...rows]
  const keyOf = (row: Row) => addressOf(row).toLowerCase() as Address
  const levels = await keptLevels(block, rows.map(keyOf), signal)
  return rows.map((row) => {
    const judged = levels.get(keyOf(row))
    return judged === undefined ? row : { ...row, riskLevel: together(row.riskLevel, judged) }
  })
}

function together(own: RiskLevel, { level, complete }: KeptLevel): RiskLevel {
  const isAccused = own === 'critical' || own === 'high'
  if (complete && !isAccused) return level
  return byWorst(own, level) < 0 ? own : level
}

function byWorst(a: RiskLevel, b: RiskLevel): number {
  return WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b)
}
