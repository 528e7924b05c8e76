import type { Hex } from '@redoubt/risk/address.ts'
import { Type } from 'typebox'
import { Nullable, OneOf } from './common.ts'

const usd = Nullable(Type.Number(), { description: 'At today’s price; null without one.' })
const token = Nullable(Type.String(), { description: 'Null for the native coin.' })

const Flow = Type.Object(
  {
    asset: Type.String({ description: 'Symbol of a genuine token, else its address.' }),
    token,
    assetType: OneOf(['native', 'erc20', 'erc721', 'erc1155']),
    amount: Type.String({ description: 'Whole units; base units where decimals are not known.' }),
    usd,
    transfers: Type.Integer(),
  },
  { title: 'AssetFlow' },
)

const Move = Type.Object({
  direction: OneOf(['in', 'out']),
  asset: Type.String(),
  token,
  amount: Type.String(),
  usd,
})

/** `transactions` of a wallet scan. */
export const RecentSummarySchema = Type.Object(
  {
    count: Type.Integer({ description: 'Sent by the wallet.' }),
    counterparties: Nullable(Type.Integer()),
    in: Type.Array(Flow, {
      description: 'Native coin and genuine tokens only: other tokens may log transfers that never happened.',
    }),
    out: Type.Array(Flow),
    recent: Type.Array(
      Type.Object({
        hash: Type.Unsafe<Hex>({ type: 'string' }),
        blockNumber: Type.String(),
        timestamp: Nullable(Type.String({ format: 'date-time' })),
        direction: OneOf(['in', 'out', 'self']),
        counterparty: Nullable(Type.String()),
        selector: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
        success: Nullable(Type.Boolean()),
        transfers: Type.Array(Move),
      }),
      { description: 'The newest twenty.' },
    ),
    complete: Type.Boolean({ description: 'False: older transactions were not read.' }),
  },
  { title: 'RecentTransactions' },
)
