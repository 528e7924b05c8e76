import type { Hex } from '@redoubt/risk/address.ts'
import { type TSchema, Type } from 'typebox'
import { expectation } from '../parse/schemaNode.ts'
import { Address, Nullable, OneOf, Quantity, Text } from './common.ts'
import { Inert } from './inertMembers.ts'

/** Calldata of 128 KiB as hexadecimal text. */
const LONGEST_DATA = 2 + 2 * 131_072

/** A listed account costs 2,400 gas and a key 1,900 (EIP-2930): no block holds much more. */
const MAX_STORAGE_KEYS = 1024
const MAX_LISTED = 256

export const Data = (description: string) =>
  Text('^0x([0-9a-fA-F]{2})*$', {
    description,
    maxLength: LONGEST_DATA,
    expected: '0x followed by an even number of hex digits, at most 131072 bytes',
  })

export const Word = (description: string) =>
  Text('^0x[0-9a-fA-F]{64}$', { description, expected: '0x followed by 64 hex digits' })

/** Libraries write small integers as JSON numbers or as quantities. */
export const SmallInteger = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Quantity(description)], {
    description,
    'x-expected': 'an unsigned integer, as a number or a decimal or 0x string',
  })

/** Optional, where libraries write null for what a transaction has not. */
export function OrNull<Schema extends TSchema>(schema: Schema) {
  const { description, 'x-no-effect': inert } = schema as { description?: string; 'x-no-effect'?: boolean }
  return Type.Optional(
    Type.Union([schema, Type.Null()], {
      ...(description && { description }),
      'x-expected': expectation(schema),
      ...(inert && { 'x-no-effect': inert }),
    }),
  )
}

const StorageKeys = Type.Array(Word('Storage slot.'), { maxItems: MAX_STORAGE_KEYS })
const AccessListEntry = Type.Object({ address: Address('Account whose storage is listed.'), storageKeys: StorageKeys })

/** EIP-2930, in the three ways that libraries write it (`AccessListish` of ethers). */
export const AccessList = Type.Union(
  [
    Type.Array(
      Type.Union([
        AccessListEntry,
        Type.Unsafe<[string, string[]]>({
          type: 'array',
          prefixItems: [Address('Account whose storage is listed.'), StorageKeys],
          // Linters ask for it beside every list.
          items: {},
          minItems: 2,
          maxItems: 2,
        }),
      ]),
      { maxItems: MAX_LISTED },
    ),
    Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      patternProperties: { '^0x[0-9a-fA-F]{40}$': StorageKeys },
      additionalProperties: false,
      maxProperties: MAX_LISTED,
    }),
  ],
  {
    description: 'EIP-2930 access list: entries, pairs, or storage keys by address.',
    'x-expected': `a list of at most ${MAX_LISTED}`,
  },
)

const SignaturePart = Text('^0x[0-9a-fA-F]{1,64}$', { expected: '0x followed by at most 64 hex digits' })
const Signature = {
  yParity: OrNull(SmallInteger('Parity of the signature, 0 or 1.')),
  v: OrNull(SmallInteger('Another spelling of `yParity`: 0 or 27, 1 or 28.')),
  r: OrNull(SignaturePart),
  s: OrNull(SignaturePart),
}

export const Authorization = Type.Object(
  {
    chainId: SmallInteger('Chain id, 0 for every chain.'),
    address: OrNull(Address('Contract the account delegates to. Required.')),
    contractAddress: OrNull(Address('Another name of `address`.')),
    nonce: SmallInteger('Nonce of the authority.'),
    ...Signature,
    signature: OrNull(
      Type.Object(
        { ...Signature, _type: Inert('Written by ethers.'), networkV: Inert('Written by ethers.') },
        { description: 'The same as one object, as ethers writes it.' },
      ),
    ),
  },
  { description: 'EIP-7702 authorisation. Unsigned ones are taken as signed by the sender.' },
)

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
