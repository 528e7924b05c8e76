import { type Static, Type } from 'typebox'
import { Address, Nullable, Quantity, Text } from './common.ts'
import { Authorization, Data } from './transactionParts.ts'

const Marker = Text('^0x([0-9a-fA-F]{40}|7702)$', {
  description: 'Factory that deploys the account; `0x7702` where its code is delegated.',
  expected: '0x followed by 40 hex digits, or 0x7702',
})
const Packed = (description: string) =>
  Text('^0x[0-9a-fA-F]{64}$', { description, expected: '0x followed by 64 hex digits' })

/** ERC-4337, in the three ways it is written: 0.6, 0.7 and later as eth_sendUserOperation takes it, and packed. */
export const UserOperationSchema = Type.Object(
  {
    sender: Address('The account.'),
    nonce: Quantity('Nonce of the account at the entry point.'),
    callData: Data('Call data with which the entry point calls the account.'),
    initCode: Type.Optional(Data('0.6 and packed: factory, then its call data.')),
    factory: Type.Optional(Nullable(Marker)),
    factoryData: Type.Optional(Nullable(Data('Call data of the factory.'))),
    callGasLimit: Type.Optional(Quantity('Gas of the call.')),
    verificationGasLimit: Type.Optional(Quantity('Gas of the verification.')),
    accountGasLimits: Type.Optional(Packed('Packed: verification gas, call gas.')),
    preVerificationGas: Type.Optional(Quantity('Gas paid to the bundler that submits it.')),
    maxFeePerGas: Type.Optional(Quantity('Wei per gas.')),
    maxPriorityFeePerGas: Type.Optional(Quantity('Wei per gas.')),
    gasFees: Type.Optional(Packed('Packed: priority fee, maximum fee.')),
    paymaster: Type.Optional(Nullable(Address('Pays the fee in the account’s place.'))),
    paymasterData: Type.Optional(Nullable(Data('Call data of the paymaster.'))),
    paymasterVerificationGasLimit: Type.Optional(Nullable(Quantity('Gas of the paymaster’s verification.'))),
    paymasterPostOpGasLimit: Type.Optional(Nullable(Quantity('Gas of the paymaster’s `postOp`.'))),
    paymasterAndData: Type.Optional(Data('0.6 and packed: paymaster, then its data.')),
    eip7702Auth: Type.Optional(Nullable(Authorization)),
    authorization: Type.Optional(
      Nullable(Authorization, { description: 'Another name of `eip7702Auth`, as viem writes it.' }),
    ),
    signature: Type.Optional(
      Data('`simulation.operation` says whether the entry point accepts it; a dummy signature changes nothing else.'),
    ),
  },
  { title: 'UserOperation', description: 'ERC-4337 user operation; `entryPoint` is required with it.' },
)

export type UserOperationRequest = Static<typeof UserOperationSchema>
