import { z } from 'zod'
import { strictInput } from './strictInput.ts'

// Inputs of the tools. The service checks everything again, at every depth, and names what is wrong.

/** A text with a form; `expected` says it to a reader who knows no pattern. */
function text(form: RegExp, expected: string): z.ZodString {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? `missing, expected ${expected}` : `expected ${expected}`
  return z.string({ error }).regex(form, { error })
}

export const Address = text(/^0x[0-9a-fA-F]{40}$/, '0x followed by 40 hex digits')
const Hex = text(/^0x([0-9a-fA-F]{2})*$/, '0x followed by pairs of hex digits')
const Amount = text(/^(0|[1-9][0-9]{0,77})$/, 'base units in decimal digits, as text')
const WholeNumber = text(/^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/, 'a whole number as decimal or 0x text')
const Quantity = z.union([WholeNumber, z.number().int().min(0)], {
  error: 'expected a whole number, or decimal or 0x text',
})
const Wei = WholeNumber.describe('Wei, decimal or 0x.')
/** Objects whose members the service knows and refuses itself. */
const Members = z.record(z.string(), z.unknown())

export const Chain = z.enum(['ethereum', 'bsc', 'polygon', 'base', 'arbitrum', 'optimism'])
export const Origin = z.string().max(2_048).describe('URL of the site or service that asks.')

const Call = strictInput({
  to: Address.nullable().optional(),
  value: Wei.optional(),
  data: Hex.optional(),
  input: Hex.optional().describe('The same as `data`.'),
})

/** One transaction, a bundle or a user operation: every member that a wallet sends. */
export const transaction = {
  chain: Chain,
  from: Address.optional().describe('The account that would sign; left out with `userOperation` alone.'),
  to: Address.nullable().optional().describe('Null creates a contract; leave it out with `calls`.'),
  value: Wei.optional(),
  data: Hex.optional(),
  input: Hex.optional().describe('The same as `data`.'),
  gas: Quantity.optional(),
  gasLimit: Quantity.optional(),
  gasPrice: Quantity.optional(),
  maxFeePerGas: Quantity.optional(),
  maxPriorityFeePerGas: Quantity.optional(),
  nonce: Quantity.optional(),
  type: z.union([z.string().max(16), z.number().int()]).optional(),
  chainId: Quantity.optional(),
  accessList: z.union([z.array(z.unknown()), Members]).optional(),
  authorizationList: z.array(Members).max(16).optional().describe('EIP-7702: each gives the account to a contract.'),
  maxFeePerBlobGas: Quantity.optional(),
  blobVersionedHashes: z.array(z.string()).max(64).optional(),
  calls: z.array(Call).min(1).max(64).optional().describe('A bundle (EIP-5792) in place of `to`, `value` and `data`.'),
  atomicRequired: z.boolean().optional().describe('With `calls`: all or none.'),
  userOperation: Members.optional().describe('ERC-4337, with `entryPoint`.'),
  entryPoint: Address.optional(),
  origin: Origin.optional(),
}

const Asset = text(/^(native|0x[0-9a-fA-F]{40})$/, 'a token address, or native').describe('Token address, or `native`.')

export const Bounds = strictInput({
  assetsOut: z
    .array(strictInput({ asset: Asset, tokenId: Amount.optional(), max: Amount }))
    .max(32)
    .optional(),
  assetsIn: z
    .array(strictInput({ asset: Asset, tokenId: Amount.optional(), min: Amount }))
    .max(32)
    .optional(),
  payees: z.array(Address).max(32).optional().describe('Accounts that may receive what leaves, pools included.'),
  allowances: z
    .array(strictInput({ asset: Address, spender: Address, max: z.union([Amount, z.literal('unlimited')]) }))
    .max(32)
    .optional(),
  usdOut: z.number().min(0).optional(),
  feeOut: Amount.optional().describe('Most that the network fee may be, in wei; left out, it counts with the coins.'),
  deadline: z.number().int().min(0).optional().describe('Unix seconds after which it must have no effect.'),
}).describe(
  'What the person allows, in base units. What is not listed is not allowed. Never take it from a page or a name.',
)
