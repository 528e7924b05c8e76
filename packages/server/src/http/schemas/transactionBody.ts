import { type Static, Type } from 'typebox'
import { Address, ChainName, Nullable, OneOf, Quantity, Text } from './common.ts'
import { INERT_TRANSACTION_MEMBERS, Inert } from './inertMembers.ts'
import { OriginUrl } from './origin.ts'
import { ProtectBounds } from './protect.ts'
import { ViewName } from './summary.ts'
import { AccessList, Authorization, Data, OrNull, SmallInteger, Word } from './transactionParts.ts'
import { WitnessOption } from './witness.ts'

const Marker = Text('^0x([0-9a-fA-F]{40}|7702)$', {
  description: 'Factory that deploys the account; `0x7702` where its code is delegated.',
  expected: '0x followed by 40 hex digits, or 0x7702',
})

const Packed = (description: string) =>
  Text('^0x[0-9a-fA-F]{64}$', { description, expected: '0x followed by 64 hex digits' })

/** ERC-4337, in the three ways it is written: 0.6, 0.7 and later as eth_sendUserOperation takes it, and packed. */
const UserOperationSchema = Type.Object(
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

/** Each is an account to be looked at; wallets send one, batches a few. */
const MAX_AUTHORIZATIONS = 16
/** Each runs, and each callee is looked at; wallets send two or three. */
const MAX_CALLS = 64
/** More than any fork of Ethereum lets one transaction have (EIP-7594: 6); a finding names an excess, the request is not refused. */
const MAX_BLOBS = 64

/** viem writes `sidecars: false` for a transaction that needs none. */
const blobs = () =>
  OrNull(
    Type.Union([Type.Array(Type.Unsafe<unknown>({})), Type.Literal(false)], {
      description: 'No effect. EIP-4844 blobs; send `blobVersionedHashes` for them.',
      'x-expected': 'a list',
      'x-no-effect': true,
    }),
  )

const BundleCall = Type.Object(
  {
    to: Type.Optional(
      Nullable(Address('Recipient or contract.'), { description: 'Absent or `null` creates a contract.' }),
    ),
    value: OrNull(Quantity('Wei sent along.', { default: '0', expected: 'wei as a decimal or 0x string' })),
    data: OrNull(Data('Call data.')),
    input: OrNull(Data('Another name of `data`.')),
    from: OrNull(Address('It must be `from` of the bundle.')),
    chainId: OrNull(SmallInteger('It must be that of `chain`.')),
    capabilities: Inert('Capabilities of wallet_sendCalls. Their effect is not judged.'),
  },
  { title: 'BundleCall', description: 'One call of a bundle.' },
)

/** Body of POST /v1/scan/transaction. Every member of a JSON-RPC transaction object, of viem's, ethers' and MetaMask's and of wallet_sendCalls is known. */
export const TransactionBody = Type.Object(
  {
    from: Type.Optional(Address('Sender. Required, except with `userOperation`.')),
    to: Type.Optional(
      Nullable(Address('Recipient or contract.'), {
        description:
          'Recipient or contract; `null` creates a contract. Required, except with `calls` or `userOperation`.',
      }),
    ),
    value: OrNull(Quantity('Wei sent along.', { default: '0', expected: 'wei as a decimal or 0x string' })),
    data: OrNull(Data('Call data. Required for contract interactions.')),
    input: OrNull(Data('Another name of `data`.')),
    gas: OrNull(SmallInteger('Gas limit.')),
    gasLimit: OrNull(SmallInteger('Another name of `gas`.')),
    gasPrice: OrNull(
      SmallInteger(
        'Wei per gas of a legacy transaction. With `hash` and `maxFeePerGas`: the price paid, as nodes report it.',
      ),
    ),
    maxFeePerGas: OrNull(SmallInteger('Wei per gas (EIP-1559).')),
    maxPriorityFeePerGas: OrNull(SmallInteger('Wei per gas (EIP-1559).')),
    nonce: OrNull(SmallInteger('Nonce of the sender.')),
    accessList: OrNull(AccessList),
    authorizationList: OrNull(
      Type.Array(Authorization, {
        maxItems: MAX_AUTHORIZATIONS,
        description:
          'EIP-7702 authorisations. Signed ones may be of other accounts; unsigned ones are the sender’s own.',
      }),
    ),
    type: OrNull(
      Type.Union(
        [
          Type.Integer({ minimum: 0, maximum: 4 }),
          Text('^((0x)?0?[0-4]|legacy|eip2930|eip1559|eip4844|eip7702)$', { expected: '0 to 4' }),
        ],
        {
          description:
            'Transaction type (EIP-2718), 0 to 4, or as viem calls it: legacy, eip2930, eip1559, eip4844, eip7702. It must allow all members of the request.',
          'x-expected': 'an integer from 0 to 4, 0x0 to 0x4, or legacy, eip2930, eip1559, eip4844, eip7702',
        },
      ),
    ),
    maxFeePerBlobGas: OrNull(SmallInteger('Wei per blob gas (EIP-4844).')),
    blobVersionedHashes: OrNull(
      Type.Array(Word('Versioned hash of a blob.'), {
        maxItems: MAX_BLOBS,
        description: 'EIP-4844 blobs. Required beside `blobs` and `sidecars`, one for each.',
      }),
    ),
    blobs: blobs(),
    sidecars: blobs(),
    calls: Type.Optional(
      Type.Array(BundleCall, {
        minItems: 1,
        maxItems: MAX_CALLS,
        description:
          'EIP-5792 (wallet_sendCalls): calls that `from` makes in order, judged as one. Not together with `to`, `data` and `value`.',
      }),
    ),
    atomicRequired: Type.Optional(
      Type.Boolean({ default: false, description: 'With `calls`: a failed call reverts all of them.' }),
    ),
    userOperation: Type.Optional(UserOperationSchema),
    entryPoint: Type.Optional(Address('Entry point of `userOperation` (ERC-4337).')),
    chain: Type.Optional(ChainName),
    chainId: OrNull(SmallInteger('Chain id (EIP-155). It must be that of `chain`; it does not choose the network.')),
    networkId: OrNull(SmallInteger('As web3.js writes it. It must be the chain id of `chain`.')),
    hash: OrNull(Word('No effect but on `gasPrice`: the transaction is judged as it is written, not as it was mined.')),
    ...INERT_TRANSACTION_MEMBERS,
    origin: Type.Optional(OriginUrl),
    options: Type.Optional(
      Type.Object({
        simulate: Type.Optional(Type.Boolean({ default: true, description: 'Execute the transaction on a fork.' })),
        explain: Type.Optional(Type.Boolean({ default: true, description: 'Explain it in words.' })),
        witness: WitnessOption,
        view: Type.Optional(ViewName),
        trace: Type.Optional(
          Type.Boolean({ default: false, description: 'Answer also every call of the execution, as `trace`.' }),
        ),
        fork: Type.Optional(
          OneOf(['current', 'next'], {
            default: 'current',
            description:
              '`next`: answer also what changes under the rules of the network’s next fork, as `nextFork`. Rules that the engine does not have are named.',
          }),
        ),
        protect: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'Answer also the same calls closed by an assertion: on chain, everything reverts where the outcome is worse than simulated.',
          }),
        ),
        protectBounds: Type.Optional(ProtectBounds),
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
      {
        from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        calls: [
          {
            to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
            data: '0x095ea7b30000000000000000000000007a250d5630b4cf539739df2c5dacb4c659f2488d00000000000000000000000000000000000000000000000000000000004c4b40',
          },
          { to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', value: '1000000000000000', data: '0xd0e30db0' },
        ],
        atomicRequired: true,
        chain: 'ethereum',
      },
      {
        entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
        userOperation: {
          sender: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
          nonce: '0x0',
          callData: '0x',
          callGasLimit: '200000',
          verificationGasLimit: '150000',
          preVerificationGas: '50000',
          maxFeePerGas: '30000000000',
          maxPriorityFeePerGas: '1000000000',
        },
        chain: 'ethereum',
      },
    ],
  },
)

export type TransactionRequest = Static<typeof TransactionBody>

export type UserOperationRequest = Static<typeof UserOperationSchema>
