import type { Address } from '@redoubt/risk/address.ts'

/** One payment that a scanned message would sign. */
export type AskedPayment = {
  token: Address
  /** As the token says, cleaned; null when it says nothing. */
  symbol: string | null
  decimals: number | null
  to: Address
  /** Base units. */
  amount: bigint
}

/** The payments of one scanned message. `digest` tells a message that was scanned twice. */
export type AskedPayments = { digest: string; chain: string; askedAt: number; payments: AskedPayment[] }

/** What an origin asked a wallet to sign, of one token. */
export type AskedSum = Pick<AskedPayment, 'token' | 'symbol' | 'decimals'> & {
  chain: string
  /** Base units, all payments together. */
  amount: bigint
  /** Different messages. */
  messages: number
  /** Different receivers. */
  payees: number
}

/** Newest messages of one origin that are summed up. */
export const MAX_ASKED_MESSAGES = 1_000

/**
 * Sums what was asked, per token and network, the token with the most messages first. A message counts once, however often it was
 * scanned: its digest has the nonce in it.
 */
export function sumAskedPayments(asked: readonly AskedPayments[]): AskedSum[] {
  const messages = [...new Map(asked.map((one) => [one.digest, one])).values()]
  const rows = messages.flatMap(({ digest, chain, payments }) =>
    payments.map((payment) => ({ digest, chain, payment })),
  )
  const byToken = Map.groupBy(rows, ({ chain, payment }) => `${chain} ${payment.token}`)
  return [...byToken.values()]
    .flatMap((same) => {
      const [first] = same
      if (first === undefined) return []
      const { token, symbol, decimals } = first.payment
      return [
        {
          chain: first.chain,
          token,
          symbol,
          decimals,
          amount: same.reduce((sum, { payment }) => sum + payment.amount, 0n),
          messages: new Set(same.map(({ digest }) => digest)).size,
          payees: new Set(same.map(({ payment }) => payment.to)).size,
        },
      ]
    })
    .sort((a, b) => b.messages - a.messages)
}
