import { getAddress } from 'viem/utils'

/** A row of an answer that speaks of another address. */
export type Row = {
  place: 'counterparties' | 'associations' | 'holdings' | 'approvals'
  address: string
  level: string
}
/** `riskLevel` null: not known in time. */
type Listed = { address?: string; token?: string; spender?: string; riskLevel: string | null }
export type Lists = {
  counterparties?: Listed[] | null
  checks?: { associations?: Listed[] | null }
  holdings?: { tokens?: Listed[] | null } | null
  approvals?: Listed[] | null
}

/** Returns the rows that tell a level of another address. */
export function rowsIn(data: Lists | undefined): Row[] {
  const lists: Record<Row['place'], Listed[] | null | undefined> = {
    counterparties: data?.counterparties,
    associations: data?.checks?.associations,
    holdings: data?.holdings?.tokens,
    approvals: data?.approvals,
  }
  return Object.entries(lists).flatMap(([place, rows]) =>
    (Array.isArray(rows) ? rows : []).flatMap(({ address, token, spender, riskLevel }) => {
      const of = spender ?? address ?? token
      return riskLevel !== null && of?.startsWith('0x')
        ? [{ place: place as Row['place'], address: getAddress(of), level: riskLevel }]
        : []
    }),
  )
}
