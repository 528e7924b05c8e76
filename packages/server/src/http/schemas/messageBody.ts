import type { SigningMethod } from '@redoubt/risk/facts/signedMessage.ts'
import { type Static, Type } from 'typebox'
import { Address, ChainName, OneOf, Text } from './common.ts'
import { OriginUrl } from './origin.ts'
import { PaymentRequirementsSchema } from './paymentRequirements.ts'
import { ViewName } from './summary.ts'
import { WitnessOption } from './witness.ts'

const METHODS = [
  'personal_sign',
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
] as const satisfies readonly SigningMethod[]

/** Body of POST /v1/scan/message: what a wallet is asked to sign, and who asks. */
export const MessageBody = Type.Object(
  {
    address: Address('The signer.'),
    chain: Type.Optional(ChainName),
    method: Type.Optional(
      OneOf<SigningMethod>(METHODS, {
        description:
          'JSON-RPC method of the wallet; by default `personal_sign` for `message`, else `eth_signTypedData_v4`.',
      }),
    ),
    message: Type.Optional(
      Type.String({ description: 'Text, or bytes as 0x and hex digits: what `personal_sign` and `eth_sign` sign.' }),
    ),
    typedData: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'EIP-712 typed data `{types, primaryType, domain, message}`, or its JSON text. Numbers beyond 2^53 are sent as decimal text.',
        'x-expected': 'an object {types, primaryType, domain, message}, or its JSON text',
      }),
    ),
    origin: Type.Optional(OriginUrl),
    paymentRequirements: Type.Optional(PaymentRequirementsSchema),
    options: Type.Optional(
      Type.Object({
        simulate: Type.Optional(
          Type.Boolean({ default: true, description: 'Execute the worst use of the signature on a fork.' }),
        ),
        explain: Type.Optional(Type.Boolean({ default: true, description: 'Explain it in words.' })),
        reserve: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'Book what the signature lets go in the budget of the signer’s policy, if the policy allows it: ask so before the wallet signs. The same message is booked once.',
          }),
        ),
        reserveProof: Type.Optional(
          Text('^0x[0-9a-fA-F]{130}$', {
            description:
              'For `reserve` by a key without the scope `admin`: the wallet’s signature (personal_sign) over the text that the error without it names. It counts for this key and wallet until the key ends.',
            expected: 'a signature of 65 bytes',
          }),
        ),
        witness: WitnessOption,
        view: Type.Optional(ViewName),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 3_000,
            description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'MessageScanRequest',
    examples: [
      {
        address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        chain: 'ethereum',
        method: 'personal_sign',
        message: 'Sign in to app.example',
        origin: 'https://app.example',
        options: { simulate: true, explain: true },
      },
      {
        address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        chain: 'ethereum',
        method: 'eth_signTypedData_v4',
        typedData: {
          types: {
            Permit: [
              { name: 'owner', type: 'address' },
              { name: 'spender', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'nonce', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
          },
          primaryType: 'Permit',
          domain: {
            name: 'USD Coin',
            version: '2',
            chainId: 1,
            verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          },
          message: {
            owner: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
            spender: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
            value: '5000000',
            nonce: 0,
            deadline: 1900000000,
          },
        },
        origin: 'https://app.example',
      },
    ],
  },
)

export type MessageRequest = Static<typeof MessageBody>
