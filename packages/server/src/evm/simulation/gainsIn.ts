import type { Address } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from './flatRun.ts'

/** Sums what accounts gain of an asset (null: the native coin) by the logs of a flat run, less what leaves them. */
export function gainsIn(logs: readonly Log[], asset: Address | null, accounts: readonly Address[]): bigint {
  const moves =
    asset === null
      ? logs
          .filter(({ address }) => address === NATIVE)
          .map(({ topics, data }) => ({ from: accountOf(topics[1]), to: accountOf(topics[2]), amount: BigInt(data) }))
      : transfersOf(logs.filter(({ address }) => address === asset).map((log) => ({ ...log, selector: '0x' as const })))
  return moves.reduce(
    (sum, { from, to, amount }) =>
      sum +
      (to !== null && accounts.includes(to) ? amount : 0n) -
      (from !== null && accounts.includes(from) ? amount : 0n),
    0n,
  )
}

function accountOf(topic: string | undefined): Address | null {
  return topic === undefined ? null : `0x${topic.slice(-40)}`
}
