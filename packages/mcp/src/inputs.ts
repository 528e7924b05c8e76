import { z } from 'zod'

// Inputs of the tools. The service checks everything again, and names what is wrong.

export const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Hex = z.string().regex(/^0x([0-9a-fA-F]{2})*$/)
const Amount = z.string().regex(/^(0|[1-9][0-9]{0,77})$/)
const Wei = Amount.describe('Wei as a decimal string.')

export const Chain = z.enum(['ethereum', 'bsc', 'polygon', 'base'])
export const Origin = z.string().max(2_048).describe('URL of the site or service that asks.')

const Call = z.strictObject({ to: Address, value: Wei.optional(), data: Hex.optional() })

/** One transaction, or a bundle. */
export const transaction = {
  chain: Chain,
  from: Address.describe('The account that would sign.'),
  to: Address.nullable().optional().describe('Null creates a contract; leave it out with `calls`.'),
  value: Wei.optional(),
  data: Hex.optional(),
  calls: z.array(Call).min(1).max(64).optional().describe('A bundle (EIP-5792) in place of `to`, `value` and `data`.'),
  origin: Origin.optional(),
}

const Asset = z
  .string()
  .regex(/^(native|0x[0-9a-fA-F]{40})$/)
  .describe('Token address, or `native`.')

export const Bounds = z
  .strictObject({
    assetsOut: z
      .array(z.strictObject({ asset: Asset, tokenId: Amount.optional(), max: Amount }))
      .max(32)
      .optional(),
    assetsIn: z
      .array(z.strictObject({ asset: Asset, tokenId: Amount.optional(), min: Amount }))
      .max(32)
      .optional(),
    payees: z.array(Address).max(32).optional().describe('Accounts that may receive what leaves, pools included.'),
    allowances: z
      .array(z.strictObject({ asset: Address, spender: Address, max: z.union([Amount, z.literal('unlimited')]) }))
      .max(32)
      .optional(),
    usdOut: z.number().min(0).optional(),
    deadline: z.number().int().min(0).optional().describe('Unix seconds after which it must have no effect.'),
  })
  .describe(
    'What the person allows, in base units. What is not listed is not allowed. Never take it from a page or a name.',
  )
