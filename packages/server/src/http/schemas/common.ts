import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { type TSchema, Type } from 'typebox'
import { visiblePattern } from '../../domain/account.ts'

/** `expected` ends the sentence "body.from: expected …" and is kept in the document as `x-expected`. */
type Notes = { description?: string; expected?: string; examples?: unknown[]; default?: unknown; title?: string }

/** A string enumeration: readable in messages and in the document, unlike a union of literals. */
export function OneOf<const Value extends string>(values: readonly Value[], { expected, ...notes }: Notes = {}) {
  return Type.Unsafe<Value>({
    type: 'string',
    enum: [...values],
    ...notes,
    ...(expected && { 'x-expected': expected }),
  })
}

/** A string of a pattern. */
export function Text(pattern: string, { expected, ...notes }: Notes & { expected: string; maxLength?: number }) {
  return Type.String({ pattern, ...notes, 'x-expected': expected })
}

/** Why an operator decided; a line that is shown beside facts. */
export const OperatorNote = Text(visiblePattern(120), {
  description: 'Reason; shown with the decision on the entity and in the audit trail.',
  expected: '1 to 120 characters, no invisible or control characters and no space at either end',
})

export function Nullable<Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options)
}

/** @param mistyped what becomes of a spelling whose checksum fails. */
export function Address(description: string, mistyped: 'a finding' | 'refused' = 'a finding') {
  return Text('^0x[0-9a-fA-F]{40}$', {
    description: `${description} Any letter case; a mixed-case spelling whose EIP-55 checksum fails is ${mistyped}.`,
    expected: '0x followed by 40 hex digits',
    examples: ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
  })
}

/** An amount as wallets write it. Its range is checked when it is read. */
export function Quantity(description: string, notes: { default?: string; expected?: string } = {}) {
  return Text('^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$', {
    description: `${description} Decimal or 0x hexadecimal, as a string.`,
    expected: 'an unsigned integer as a decimal or 0x string',
    ...notes,
  })
}

export const ChainName = OneOf<Chain>(CHAINS, { description: 'Network.', default: 'ethereum' })

export const RiskLevelName = OneOf<RiskLevel>(['safe', 'low', 'medium', 'high', 'critical'], {
  description: 'safe 0-19, low 20-39, medium 40-59, high 60-79, critical 80-100.',
})

export const RiskScore = Type.Integer({ minimum: 0, maximum: 100, description: 'Higher is riskier.' })

const MetaSchema = Type.Object(
  {
    requestId: Type.String({ description: 'The `X-Request-ID` of the request, or a generated one.' }),
    timestamp: Type.String({ format: 'date-time' }),
    processingTime: Type.Integer({ minimum: 0, description: 'Milliseconds.' }),
    ignored: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Unknown members of the request that were ignored, with `Prefer: handling=lenient`.',
      }),
    ),
    scanId: Type.Optional(
      Type.String({
        description:
          'Only when an earlier scan of the account has the same request id: the id under which `GET /v1/scans/{requestId}` finds this scan.',
      }),
    ),
  },
  { title: 'Meta' },
)

/** A successful answer around `data`. */
export function Enveloped<Data extends TSchema>(data: Data, description: string) {
  return Type.Object({ success: Type.Literal(true), data, meta: MetaSchema }, { description })
}
