import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { StateDiff } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'
import { loweredWords } from './creditOf.ts'
import { deriveMovements } from './movements.ts'
import type { Payee, SpentPosition } from './shapes.ts'

type Input = {
  transaction: Transaction
  steps: readonly DecodedCall[]
  principals: readonly Address[]
  payees: readonly Payee[]
  balanceChanges: readonly BalanceChange[]
  stateDiff: StateDiff
}

/** Percent of what a contract pays above which an owner's own part of it makes the rest a fee. */
const OWN_PERCENT = 90n

/**
 * Returns what contracts paid to others out of what they keep for a principal: a word of the principal's in their storage went down, by about
 * as much as they paid (shares may be worth up to twice as much). Tokens that stand for such a share are holdings of their own.
 */
export function spentPositions({ stateDiff, steps, ...input }: Input): SpentPosition[] {
  const { principals, balanceChanges } = input
  return balanceChanges.flatMap((paid): SpentPosition[] => {
    const { account: contract, change } = paid
    if (change >= 0n || paid.tokenId !== null || principals.includes(contract)) return []
    // Most contracts keep no such word: the places of all that they may be in are not worked out then.
    if (!hasLowered(stateDiff, contract, -change)) return []
    return principals.flatMap((owner): SpentPosition[] => {
      const own = balanceChanges.filter(({ account }) => account === owner)
      if (own.some(({ address, change: moved }) => address === contract && moved < 0n)) return []
      const [lowered] = loweredWords(stateDiff, { takers: [contract], account: owner, address: paid.address })
        .filter(({ by }) => isAbout(by, -change))
        .toSorted((a, b) => (a.before < b.before ? 1 : -1))
      const fetched = own.find(
        (row) => row.address === paid.address && row.assetType === paid.assetType && row.change > 0n,
      )
      const left = change + (fetched?.change ?? 0n)
      if (lowered === undefined || left * 100n > change * (100n - OWN_PERCENT)) return []
      const before = lowered.by === -change ? lowered.before : null
      const usd = paid.changeUsd === null ? null : (paid.changeUsd * Number(left)) / Number(change)
      const row = { ...paid, account: owner, before, after: null, change: left, changeUsd: usd }
      const others = balanceChanges.filter((one) => one !== paid && one !== fetched)
      const { lost } = deriveMovements({ ...input, steps, balanceChanges: [...others, row] })
      const loss = lost.find(
        (one) => one.account === owner && one.address === paid.address && one.amount === -left && one.before === before,
      )
      const takers = loss?.takers.filter((taker) => taker !== contract && !principals.includes(taker)) ?? []
      if (loss === undefined || takers.length === 0) return []
      return [{ contract, loss: { ...loss, takers }, percent: Number((lowered.by * 100n) / lowered.before) }]
    })
  })
}

function hasLowered(stateDiff: StateDiff, contract: Address, paid: bigint): boolean {
  return Object.values(stateDiff[contract]?.storage ?? {}).some(({ before, after }) =>
    isAbout(BigInt(before) - BigInt(after), paid),
  )
}

function isAbout(by: bigint, paid: bigint): boolean {
  return by * 2n >= paid && by <= paid * 2n
}
