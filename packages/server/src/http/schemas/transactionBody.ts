import { type Static, Type } from 'typebox'
import { Address, ChainName, Nullable, Quantity, Text } from './common.ts'

/** Calldata of 128 KiB as hexadecimal text. */
const LONGEST_DATA = 2 + 2 * 131_072

/** A listed account costs 2,400 gas and a key 1,900 (EIP-2930): no block holds much more. */
const MOST_LISTED = 256
const MOST_STORAGE_KEYS = 1024
/** Each is an account to be looked at; wallets send one, batches a few. */
const MOST_AUTHORIZATIONS = 16

const Data = (description: string) =>
  Text('^0x([0-9a-fA-F]{2})*$', {
    description,
    maxLength: LONGEST_DATA,
    expected: '0x followed by an even number of hex digits, at most 131072 bytes',
  })

const Word = (description: string) =>
  Text('^0x[0-9a-fA-F]{64}$', { description, expected: '0x followed by 64 hex digits' })

/** Wallets write small integers as JSON numbers or as quantities. */
const SmallInteger = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Quantity(description)], {
    description,
    'x-expected': 'an unsigned integer, as a number or a decimal or 0x string',
  })

const AccessListEntry = Type.Object({
  address: Address('Account whose storage is listed.'),
  storageKeys: Type.Array(Word('Storage slot.'), { maxItems: MOST_STORAGE_KEYS }),
})

const Authorization = Type.Object(
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

/** Body of POST /v1/scan/transaction. The members that wallets send besides the documented ones are accepted. */
export const TransactionBody = Type.Object(
  {
    from: Address('Sender.'),
    to: Nullable(Address('Recipient or contract.'), {
      description: 'Recipient or contract; `null` creates a contract.',
    }),
    value: Type.Optional(Quantity('Wei sent along.', { default: '0' })),
    data: Type.Optional(Data('Call data. Required for contract interactions.')),
    input: Type.Optional(Data('Another name of `data`.')),
    gas: Type.Optional(Quantity('Gas limit.')),
    gasPrice: Type.Optional(Quantity('Wei per gas of a legacy transaction.')),
    maxFeePerGas: Type.Optional(Quantity('Wei per gas (EIP-1559).')),
    maxPriorityFeePerGas: Type.Optional(Quantity('Wei per gas (EIP-1559).')),
    nonce: Type.Optional(Quantity('Nonce of the sender.')),
    accessList: Type.Optional(
      Type.Array(AccessListEntry, { maxItems: MOST_LISTED, description: 'EIP-2930 access list.' }),
    ),
    authorizationList: Type.Optional(
      Type.Array(Authorization, { maxItems: MOST_AUTHORIZATIONS, description: 'EIP-7702 authorisations.' }),
    ),
    chain: Type.Optional(ChainName),
    chainId: Type.Optional(
      SmallInteger('Chain id (EIP-155). It must be that of `chain`; it does not choose the network.'),
    ),
    options: Type.Optional(
      Type.Object({
        simulate: Type.Optional(Type.Boolean({ default: true, description: 'Execute the transaction on a fork.' })),
        explain: Type.Optional(Type.Boolean({ default: true, description: 'Explain it in words.' })),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 3_000,
            description: 'Milliseconds. What is known by then is returned with `complete: false`.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'TransactionScanRequest',
    examples: [
      {
        from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
        value: '1000000000000000000',
        data: '0x',
        chain: 'ethereum',
        options: { simulate: true, explain: true },
      },
    ],
  },
)

export type TransactionRequest = Static<typeof TransactionBody>
