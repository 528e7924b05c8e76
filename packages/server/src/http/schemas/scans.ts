import { Type } from 'typebox'
import type { RiskLevel } from '../../risk/score.ts'
import type { ScanRecord } from '../ports.ts'
import { Nullable, OneOf, RiskScore, Text } from './common.ts'

const kept = {
  requestId: Type.String(),
  kind: OneOf<ScanRecord['kind']>(['url', 'contract', 'wallet', 'transaction', 'message']),
  chain: Type.String(),
  subject: Type.String({
    description: 'What was scanned; of a transaction its recipient, or its sender for a creation.',
  }),
  riskScore: RiskScore,
  riskLevel: Type.Unsafe<RiskLevel | string>({ type: 'string' }),
  rulesetVersion: Type.String(),
  keyId: Type.String({ description: 'Key that asked for it.' }),
  createdAt: Type.String({ format: 'date-time' }),
}

export const ScanPage = Type.Object({
  scans: Type.Array(Type.Object(kept, { title: 'ScanSummary' })),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})

export const KeptScan = Type.Object(
  {
    ...kept,
    input: Type.Unknown({ description: 'What was asked.' }),
    result: Type.Unknown({ description: 'What was answered.' }),
  },
  { title: 'KeptScan' },
)

export const ScanPath = Type.Object({
  requestId: Text('^[A-Za-z0-9._:-]{1,128}$', {
    description: '`meta.requestId` of the scan.',
    expected: '1 to 128 of A-Z a-z 0-9 . _ : -',
  }),
})

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Scans per page.' })),
  cursor: Type.Optional(
    Text('^[\\x21-\\x7e]{1,256}$', {
      description: '`nextCursor` of the page before.',
      expected: 'a cursor as answered',
    }),
  ),
})
