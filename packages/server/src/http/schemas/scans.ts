import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import { Type } from 'typebox'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { Nullable, OneOf, RiskScore, Text } from './common.ts'
import { ContractBody } from './contractBody.ts'
import { ContractResultSchema } from './contractResult.ts'
import { TransactionBody } from './transactionBody.ts'
import { TransactionResultSchema } from './transactionResult.ts'
import { UrlBody } from './urlBody.ts'
import { UrlResultSchema } from './urlResult.ts'

const kept = {
  requestId: Type.String({
    description: "The scan's id: `meta.scanId` of its answer where present, else `meta.requestId`.",
  }),
  kind: OneOf<ScanRecord['kind']>(['url', 'contract', 'wallet', 'transaction', 'message']),
  chain: Type.String(),
  subject: Type.String({
    description: 'The scanned entity; for a transaction its recipient, or its sender when it creates a contract.',
  }),
  riskScore: RiskScore,
  riskLevel: Type.Unsafe<RiskLevel | string>({ type: 'string' }),
  rulesetVersion: Type.String(),
  keyId: Type.String({ description: 'Key that requested the scan.' }),
  createdAt: Type.String({ format: 'date-time' }),
}

export const ScanPage = Type.Object({
  scans: Type.Array(Type.Object(kept, { title: 'ScanSummary' })),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})

/** The document says each request once: the same schema, without the example that belongs to sending it. */
const Asked = Type.Union([
  Type.Object(TransactionBody.properties, { title: 'TransactionScanRequest' }),
  Type.Object(ContractBody.properties, { title: 'ContractScanRequest' }),
  Type.Object(UrlBody.properties, { title: 'UrlScanRequest' }),
])

export const KeptScan = Type.Object(
  {
    ...kept,
    intelAsOf: Type.String({ description: 'Date of the oldest list the result relied on.' }),
    input: Asked,
    result: Type.Union([TransactionResultSchema, ContractResultSchema, UrlResultSchema]),
  },
  { title: 'KeptScan' },
)

export const ScanPath = Type.Object({
  requestId: Text('^[A-Za-z0-9._:-]{1,128}$', {
    description: '`meta.scanId` of the scan where there is one, else `meta.requestId`.',
    expected: '1 to 128 of A-Z a-z 0-9 . _ : -',
  }),
})

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Scans per page.' })),
  cursor: Type.Optional(
    Text('^[\\x21-\\x7e]{1,256}$', {
      description: '`nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})
