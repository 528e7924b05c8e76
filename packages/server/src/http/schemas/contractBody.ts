import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { type Static, Type } from 'typebox'
import { Address, OneOf } from './common.ts'
import { ViewName } from './summary.ts'
import { WitnessOption } from './witness.ts'

/** Body of POST /v1/scan/contract. */
export const ContractBody = Type.Object(
  {
    address: Address('Contract.'),
    chain: OneOf<Chain>(CHAINS, { description: 'Network. Required: a contract lives on one.' }),
    options: Type.Optional(
      Type.Object({
        includeAbi: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Adds `abi`: the verified ABI, or the ABI recovered from the code.',
          }),
        ),
        simulateTrade: Type.Optional(
          Type.Boolean({
            default: true,
            description:
              'Buy, transfer and sell a token on a fork. False: what the simulation would show stays unknown.',
          }),
        ),
        witness: WitnessOption,
        view: Type.Optional(ViewName),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 10_000,
            description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'ContractScanRequest',
    examples: [
      {
        address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        chain: 'ethereum',
        options: { includeAbi: false, simulateTrade: true },
      },
    ],
  },
)

export type ContractRequest = Static<typeof ContractBody>

/** One way in which the name of a site borrows that of a brand. */
export const Likeness = Type.Object(
  {
    host: Type.Optional(
      Type.String({ description: 'Host where redirects lead, when the likeness is about that host.' }),
    ),
    brand: Type.String(),
    domain: Type.String({ description: 'The official domain that the name resembles.' }),
    how: OneOf(['confusable', 'edit-distance', 'combo', 'subdomain', 'tld', 'path']),
    matched: Type.String({ description: 'The part of the address that resembles it.' }),
    ambiguous: Type.Boolean({ description: 'A word that many honest names contain.' }),
  },
  { title: 'BrandLikeness' },
)
