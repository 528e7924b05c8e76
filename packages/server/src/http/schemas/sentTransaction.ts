import { CHAINS } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import { ChainName, Nullable, OneOf, Text } from './common.ts'
import { TransactionResultSchema } from './transactionResult.ts'

export const SentTransactionParams = Type.Object({
  hash: Text('^0x[0-9a-fA-F]{64}$', {
    description: 'Transaction hash.',
    expected: '0x followed by 64 hex digits',
  }),
})

export const SentTransactionQuery = Type.Object({
  chain: Type.Optional(OneOf(CHAINS, { description: 'Network to search. Default: all networks.' })),
  simulate: Type.Optional(
    Type.Boolean({ default: true, description: 'Learn what it did, or simulate a pending one.' }),
  ),
  explain: Type.Optional(Type.Boolean({ default: true, description: 'Explain it in words.' })),
  deadlineMs: Type.Optional(
    Type.Integer({ minimum: 200, maximum: 30_000, default: 10_000, description: 'Milliseconds.' }),
  ),
})

/** `data` of GET /v1/scan/transaction/{hash}: the shape of SentTransactionResult, member for member. */
export const SentTransactionResultSchema = Type.Object(
  {
    ...TransactionResultSchema.properties,
    transaction: Type.Object(
      {
        hash: Type.String(),
        chain: ChainName,
        status: OneOf(['mined', 'pending']),
        blockNumber: Nullable(Type.String(), { description: 'Its block; facts are as of the previous block.' }),
        transactionIndex: Nullable(Type.Integer()),
        from: Type.String(),
        to: Nullable(Type.String()),
        success: Nullable(Type.Boolean(), { description: 'As mined.' }),
        gasUsed: Nullable(Type.String()),
        source: Nullable(OneOf(['trace', 'replay', 'receipt']), {
          description: 'Source of its effects: the node’s trace, a new execution, or its receipt and logs alone.',
        }),
      },
      { title: 'SentTransaction' },
    ),
  },
  { title: 'SentTransactionScanResult' },
)
