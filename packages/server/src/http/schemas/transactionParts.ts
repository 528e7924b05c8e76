import { Type } from 'typebox'
import { Address, Quantity, Text } from './common.ts'

/** Calldata of 128 KiB as hexadecimal text. */
const LONGEST_DATA = 2 + 2 * 131_072

/** A listed account costs 2,400 gas and a key 1,900 (EIP-2930): no block holds much more. */
const MOST_STORAGE_KEYS = 1024

export const Data = (description: string) =>
  Text('^0x([0-9a-fA-F]{2})*$', {
    description,
    maxLength: LONGEST_DATA,
    expected: '0x followed by an even number of hex digits, at most 131072 bytes',
  })

export const Word = (description: string) =>
  Text('^0x[0-9a-fA-F]{64}$', { description, expected: '0x followed by 64 hex digits' })

/** Wallets write small integers as JSON numbers or as quantities. */
export const SmallInteger = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Quantity(description)], {
    description,
    'x-expected': 'an unsigned integer, as a number or a decimal or 0x string',
  })

export const AccessListEntry = Type.Object({
  address: Address('Account whose storage is listed.'),
  storageKeys: Type.Array(Word('Storage slot.'), { maxItems: MOST_STORAGE_KEYS }),
})

export const Authorization = Type.Object(
  {
    chainId: SmallInteger('Chain id, 0 for every chain.'),
    address: Address('Contract the account delegates to.'),
    nonce: SmallInteger('Nonce of the authority.'),
    yParity: Type.Optional(SmallInteger('Parity of the signature, 0 or 1.')),
    r: Type.Optional(Text('^0x[0-9a-fA-F]{1,64}$', { expected: '0x followed by at most 64 hex digits' })),
    s: Type.Optional(Text('^0x[0-9a-fA-F]{1,64}$', { expected: '0x followed by at most 64 hex digits' })),
  },
  { description: 'EIP-7702 authorisation. Unsigned ones are taken as signed by the sender.' },
)
