import { CONDITION_KINDS } from '@redoubt/risk/protect/condition.ts'
import { type Static, Type } from 'typebox'
import { UNAVAILABLE_REASONS } from '../../usecases/scans/transaction/protect/protection.ts'
import { Address, Nullable, OneOf, Quantity } from './common.ts'

const MAX_ASSETS = 32

/** `options.protectBounds` of POST /v1/scan/transaction. */
export const ProtectBounds = Type.Object(
  {
    slippageBps: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 300,
        description:
          'Hundredths of a percent by which what arrives may fall short of the simulation. What leaves has no slack. More than the default is named in `protect.loosened`.',
      }),
    ),
    feeAllowance: Type.Optional(
      Quantity(
        'Wei that the account may pay for gas. Default: twice the gas used and 200,000 more, at the given price, and at no more than four times the base fee of this block and the usual tip of the network; nothing for a Safe or with a paymaster. More than the default is named in `protect.loosened`.',
      ),
    ),
    assets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            asset: Address('Token or collection.'),
            tokenId: Type.Optional(
              Nullable(Quantity('One item; absent or `null` for a token, or the number of items.')),
            ),
          },
          { title: 'ProtectedAsset' },
        ),
        {
          maxItems: MAX_ASSETS,
          description: 'Assets of the account that must not leave although nothing in the simulation touches them.',
        },
      ),
    ),
    atomicBatch: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the wallet can make several calls at once (EIP-5792). `false` for an account of a key without a delegate: protection is then impossible.',
      }),
    ),
  },
  {
    title: 'ProtectBounds',
    description: 'Bounds of `options.protect`; tighter ones than the default, or looser ones by name.',
  },
)

export type ProtectBoundsRequest = Static<typeof ProtectBounds>

const Call = Type.Object(
  {
    to: Type.String({ description: 'Contract or recipient.' }),
    value: Type.String({ description: 'Wei, 0x hexadecimal.' }),
    data: Type.String({ description: 'Call data.' }),
    role: OneOf(['deployment', 'call', 'assertion'], {
      description:
        '`deployment` of the assertion contract, where it does not stand yet; `call`: yours; `assertion` closes them.',
    }),
  },
  { title: 'ProtectedCall' },
)

const ConditionSchema = Type.Object(
  {
    kind: OneOf(CONDITION_KINDS, { description: 'What is read, as `Kind` in contracts/OutcomeAssertion.sol.' }),
    target: Nullable(Type.String(), { description: 'Contract that is asked.' }),
    account: Nullable(Type.String(), { description: 'Account it is asked about.' }),
    other: Nullable(Type.String(), { description: 'Spender or operator.' }),
    id: Type.String({ description: 'Token id, slot, key of a nonce, or token of a Permit2 allowance, as a number.' }),
    before: Nullable(Type.String(), { description: 'Value at this block; null where it was not read.' }),
    after: Type.String({ description: 'Value after the calls in the simulation; addresses and hashes as numbers.' }),
    min: Type.String({ description: 'Least value that passes.' }),
    max: Type.String({ description: 'Largest value that passes.' }),
    text: Type.String({ description: 'The bound in a sentence.' }),
  },
  { title: 'ProtectCondition' },
)

const CaveatSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the enforcer.' }),
    enforcer: Type.String({ description: 'Address of the enforcer, version 1.3.0.' }),
    terms: Type.String({ description: 'Packed terms of the enforcer.' }),
    args: Type.String({ description: 'Always empty.' }),
    text: Type.String({ description: 'The bound in a sentence.' }),
  },
  { title: 'ProtectCaveat' },
)

/** `data.protect` of POST /v1/scan/transaction: the shape of RenderedProtection. */
export const ProtectionSchema = Type.Object(
  {
    status: OneOf(['offered', 'unavailable'], { description: 'Whether there is a protected form.' }),
    reason: Nullable(OneOf(UNAVAILABLE_REASONS), { description: 'Null when offered.' }),
    message: Type.String({ description: 'What was done and what the wallet must do, or why there is no protection.' }),
    form: Nullable(OneOf(['bundle', 'delegated-account', 'safe', 'user-operation']), {
      description: 'How the account makes several calls at once.',
    }),
    account: Nullable(Type.String(), { description: 'Account that makes the calls and whose assets are asserted.' }),
    atomicRequired: Type.Boolean({ description: 'Always true when offered: the calls are made all or none.' }),
    assertion: Nullable(
      Type.Object(
        {
          address: Type.String({ description: 'The same on every network.' }),
          codeHash: Type.String({ description: 'Keccak-256 of its code.' }),
          deployed: Type.Boolean({
            description: 'Whether its code stood at this block. If not, the first call deploys it.',
          }),
          gas: Type.String({ description: 'Gas of the assertion and its deployment.' }),
        },
        { title: 'AssertionContract' },
      ),
    ),
    calls: Type.Array(Call, { description: 'In order, as `calls` of wallet_sendCalls; empty when unavailable.' }),
    transaction: Nullable(
      Type.Object(
        {
          from: Type.String({ description: 'The account.' }),
          to: Type.String({ description: 'The account itself.' }),
          value: Type.String({ description: 'Wei, decimal.' }),
          data: Type.String({ description: 'Call data of its batch function.' }),
          authorizationList: Nullable(
            Type.Array(
              Type.Object(
                {
                  chainId: Type.Integer({ description: 'Chain id.' }),
                  address: Type.String({ description: 'The delegate.' }),
                  nonce: Type.String({ description: 'Nonce of the account.' }),
                },
                { title: 'ProtectAuthorization' },
              ),
            ),
            { description: 'As requested, without signatures.' },
          ),
        },
        { title: 'ProtectedTransaction' },
      ),
      { description: 'The same for a delegated account (EIP-7702) whose delegate knows a batch function.' },
    ),
    safeTransaction: Nullable(
      Type.Object(
        {
          safe: Type.String({ description: 'The Safe.' }),
          to: Type.String({ description: 'MultiSendCallOnly.' }),
          value: Type.String({ description: 'Wei, decimal.' }),
          data: Type.String({ description: 'Call data of MultiSend.' }),
          operation: Type.Integer({ description: '1: delegatecall.' }),
          safeTxGas: Type.String({ description: '0: a failure reverts the whole transaction.' }),
          baseGas: Type.String({ description: 'Always 0: no refund.' }),
          gasPrice: Type.String({ description: 'Always 0: no refund.' }),
          gasToken: Type.String({ description: 'Always the zero address.' }),
          refundReceiver: Type.String({ description: 'Always the zero address.' }),
          nonce: Type.String({ description: 'Next nonce of the Safe; the assertion holds for no other.' }),
        },
        { title: 'ProtectedSafeTransaction' },
      ),
      { description: 'Fields that the owners of a Safe sign.' },
    ),
    userOperation: Nullable(
      Type.Object(
        {
          callData: Type.String({ description: 'Call data with the assertion.' }),
          callGasLimit: Nullable(Type.String(), { description: 'Null where the request leaves it to the wallet.' }),
        },
        { title: 'ProtectedUserOperation' },
      ),
      { description: 'Members of the operation that change; it must be signed again.' },
    ),
    caveats: Nullable(
      Type.Object(
        {
          status: OneOf(['offered', 'unavailable'], { description: 'Whether there are caveats.' }),
          reason: Nullable(Type.String(), { description: 'Why there are none; null when offered.' }),
          list: Type.Array(CaveatSchema, { description: 'Caveats of one delegation, each asset once.' }),
          notCovered: Type.Array(Type.String(), { description: 'Conditions that no enforcer checks.' }),
        },
        { title: 'ProtectCaveats' },
      ),
      { description: 'The same for MetaMask’s delegation framework (ERC-7710). Null when protection is unavailable.' },
    ),
    conditions: Type.Array(ConditionSchema, { description: 'Bounds that the assertion checks.' }),
    slippageBps: Nullable(Type.Integer(), { description: 'As used.' }),
    feeAllowance: Nullable(Type.String(), { description: 'Wei, as used.' }),
    gasLimit: Nullable(Type.String(), {
      description:
        'Gas limit to send with: a larger one needs a larger `feeAllowance`. Null where another account pays for gas.',
    }),
    maxFeePerGas: Nullable(Type.String(), {
      description:
        'Wei per gas to send with at most: a larger price needs a larger `feeAllowance`. Null where another account pays for gas.',
    }),
    loosened: Type.Array(Type.String(), { description: 'Bounds that the request makes looser than the default.' }),
    notAsserted: Type.Array(Type.String(), { description: 'What the assertion says nothing about.' }),
  },
  { title: 'Protection', description: 'Present when `options.protect` is set.' },
)
