import type { Hex } from '@redoubt/risk/address.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { FindingSchema } from './finding.ts'
import { NextForkSchema } from './nextFork.ts'
import { OriginSchema } from './origin.ts'
import { DecisionSchema } from './policies.ts'
import { ProtectionSchema } from './protect.ts'
import { TraceSchema } from './trace.ts'
import { ValiditySchema } from './validity.ts'
import { WitnessSchema } from './witness.ts'

const Parameter = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    value: Type.String({
      description:
        'Exact: integers in base units, addresses EIP-55, hidden characters of texts by their numbers. Whole up to 4,194,304 characters of all arguments together, and while the scan has time; else in part, with `…`. A kept scan holds its first 2,048 characters and says how many are left out.',
    }),
    display: Nullable(
      Type.String({
        description: 'For people, where there is more to say than the value: `1,250.5 USDC`, `unlimited USDC`.',
      }),
    ),
    label: Nullable(Type.String({ description: 'Name of the address.' })),
  },
  { title: 'DecodedParameter' },
)

const callMembers = {
  functionName: Type.String({
    description:
      'Always text: `Native transfer`, `Contract creation` or `Unknown function 0x12345678` where no source names it.',
  }),
  signature: Nullable(Type.String(), { description: 'Such as `transfer(address to,uint256 amount)`.' }),
  parameters: Type.Array(Parameter),
  intent: Nullable(Type.String(), {
    description:
      'Such as `Supply`, in the project’s words (ERC-7730); null unless the description names this contract.',
  }),
  interpolatedIntent: Nullable(Type.String(), {
    description:
      'Such as `Supply 5 USDC for 0x…`: the project’s sentence with the values of `fields`; null without one, and where a value of it is missing.',
  }),
  contractName: Type.String({ description: 'Name of the called contract; always text.' }),
  abi: Nullable(OneOf(['verified', 'descriptor', 'known', 'signature-index', 'recovered', 'command', 'ambiguous']), {
    description: 'Source of the ABI or descriptor that decoded the call; null when there is none.',
  }),
  fields: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }, { title: 'DecodedField' }), {
    description: 'The text to show before signing, from the descriptor or the standard of the call.',
  }),
}

export const BalanceChange = Type.Object(
  {
    asset: Type.String({ description: 'Symbol, or address of an asset without one.' }),
    before: Nullable(Type.String()),
    after: Nullable(Type.String()),
    change: Type.String({ description: 'Whole units, signed decimal.' }),
    assetType: Type.String({ description: 'native, erc20, erc721 or erc1155.' }),
    address: Nullable(Type.String()),
    tokenId: Nullable(Type.String()),
    account: Type.String(),
    changeUsd: Nullable(Type.Number()),
    priceSource: Nullable(Type.String()),
  },
  { title: 'BalanceChange' },
)

export const ApprovalChange = Type.Object(
  {
    token: Type.String(),
    symbol: Type.String({ description: '`Unknown symbol` for a token without one.' }),
    standard: Type.String({ description: 'erc20, erc721, erc1155, erc6909 or permit2.' }),
    owner: Type.String(),
    spender: Type.String(),
    spenderLabel: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
    before: Nullable(Type.String()),
    after: Type.String(),
    unlimited: Type.Boolean(),
    riskLevel: Nullable(RiskLevelName, {
      description:
        'No less than the judgement of the spender; null: it was not judged in full, and nothing found accuses it.',
    }),
  },
  { title: 'ApprovalChange' },
)

const Environment = Type.Object(
  {
    name: Type.String(),
    kind: OneOf(['builder', 'sender', 'gas', 'mined', 'later'], {
      description:
        'Change of the run: the block builder, the sender’s balance, the gas limit, values that the code compares with, or the time.',
    }),
    varies: Type.Array(Type.String()),
    success: Type.Boolean(),
    gasUsed: Type.String(),
    sameOutcome: Nullable(Type.Boolean(), { description: 'Null when the run could not be made.' }),
    worse: Nullable(Type.Boolean(), {
      description:
        'This run takes or permits more of the sender’s assets, or gives less for them. Null: the run could not be made.',
    }),
    better: Nullable(Type.Boolean(), {
      description: 'The main run is the worse one. Null: the run could not be made.',
    }),
    newLoss: Nullable(Type.Boolean(), {
      description: 'The worse run takes or permits assets that the other leaves alone.',
    }),
  },
  { title: 'Environment' },
)

const EnvironmentCost = Type.Object(
  {
    runs: Type.Integer({ description: 'Environments that the transaction was run in.' }),
    gasUsed: Type.String({ description: 'Gas of all of them together.' }),
    leftOut: Type.Array(
      Type.Object({
        name: Type.String(),
        reason: OneOf(['nothing-reads-it', 'same-as-main'], {
          description: 'Skipped runs: no code on the path reads what they vary, or they equal the main run.',
        }),
      }),
    ),
  },
  { title: 'EnvironmentCost' },
)

const EnvironmentBranch = Type.Object(
  {
    contract: Type.String(),
    opcodes: Type.Array(Type.String(), { description: 'Opcodes that a branch is computed from.' }),
    tried: Type.Boolean({ description: 'Run with the values at which the branch goes the other way.' }),
  },
  { title: 'EnvironmentBranch' },
)

const SimulationSchema = Type.Object(
  {
    success: Type.Boolean(),
    outcome: OneOf(['succeeded', 'reverted', 'halted', 'rejected']),
    gasUsed: Type.String(),
    besidesGas: Nullable(Type.String(), {
      description: 'Fee that the network charges besides gas, in words; null where there is none.',
    }),
    dataFee: Nullable(Type.String(), {
      description:
        'Wei that a rollup charges for publishing the transaction, besides its gas, as the network estimates it at the block; null where there is no such fee, for bundles, and where the network does not say.',
    }),
    revertReason: Nullable(Type.String()),
    toppedUp: Type.Boolean({ description: 'The sender lacks the funds; the simulation added them.' }),
    truncated: Type.Boolean({ description: 'Too large to trace in full.' }),
    created: Nullable(Type.String(), { description: 'Address of the created contract.' }),
    operation: Nullable(
      Type.Object(
        {
          accepted: Type.Boolean({ description: 'Signature, nonce and prepayment are in order.' }),
          refusal: Nullable(Type.String(), {
            description: 'The entry point’s own message, e.g. `AA21 didn’t pay prefund`.',
          }),
          success: Type.Boolean({ description: 'The account’s call succeeded.' }),
          fee: Nullable(Type.String(), { description: 'Wei paid for gas; null when refused.' }),
          payer: Nullable(Type.String(), { description: 'The account, or its paymaster.' }),
          charged: Type.Array(Type.Object({ token: Type.String(), amount: Type.String() }), {
            description: 'Tokens that left the account beyond its own calls, in base units.',
          }),
        },
        { title: 'OperationOutcome' },
      ),
      { description: 'For a signed user operation: the result of `handleOps`; null when it was not executed.' },
    ),
    calls: Nullable(
      Type.Array(
        Type.Object(
          {
            to: Nullable(Type.String()),
            success: Nullable(Type.Boolean(), { description: 'Null when an earlier failure kept it from running.' }),
            gasUsed: Type.String(),
            revertReason: Nullable(Type.String()),
          },
          { title: 'CallResult' },
        ),
      ),
      {
        description:
          'For a bundle or user operation: the outcome of each call, including factory and paymaster; null when not known.',
      },
    ),
    balanceChanges: Type.Array(BalanceChange),
    approvalChanges: Type.Array(ApprovalChange),
    environments: Type.Array(Environment),
    environmentCost: EnvironmentCost,
    environmentBranches: Nullable(Type.Array(EnvironmentBranch), {
      description: 'Branches on values that a block builder sets, in executed code; null when not known.',
    }),
    validity: Nullable(ValiditySchema, { description: 'How long the verdict holds; null when not known.' }),
  },
  { title: 'Simulation' },
)

/** `data` of POST /v1/scan/transaction: the shape of TransactionScanResult, member for member (see its test). */
const digest = Nullable(Type.Unsafe<Hex>({ type: 'string' }))

const DigestsSchema = Type.Object(
  {
    calldataDigest: Nullable(Type.Unsafe<Hex>({ type: 'string' }), {
      description:
        'Calldata Digest of `data`; of a user operation, of its `callData`. Null without call data, and for a bundle.',
    }),
    calls: Nullable(Type.Array(digest), {
      description: 'Of each call of a bundle, in its order; null for what is no bundle.',
    }),
  },
  {
    title: 'CalldataDigests',
    description:
      'Digests to compare in full with those that the hardware wallet shows (ERC-8213). They cover neither the recipient, nor the value, nor the network: compare these as well.',
  },
)

export const TransactionResultSchema = Type.Object(
  {
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    decoded: Type.Object({
      ...callMembers,
      calls: Type.Array(Type.Object({ to: Nullable(Type.String()), ...callMembers }, { title: 'DecodedCall' })),
    }),
    digests: DigestsSchema,
    explanation: Nullable(
      Type.Object(
        {
          summary: Type.String(),
          details: Type.String(),
          warnings: Type.Array(Type.String()),
          source: OneOf(['template', 'llm'], {
            description: '`llm`: sentences of the configured language model follow the template’s summary and details.',
          }),
        },
        { title: 'Explanation' },
      ),
    ),
    simulation: Nullable(SimulationSchema),
    origin: OriginSchema,
    warnings: Type.Array(FindingSchema),
    recommendation: OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']),
    trace: Type.Optional(
      Nullable(TraceSchema, {
        description: 'Present when `options.trace` is set; null when the execution has no call tree.',
      }),
    ),
    nextFork: Type.Optional(
      Nullable(NextForkSchema, {
        description: 'Present when `options.fork` is `next`; null when nothing was executed.',
      }),
    ),
    protect: Type.Optional(ProtectionSchema),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: Type.Array(Type.String(), {
      description:
        'Members (`simulation`, `balanceChanges`, `approvalChanges`, `decoded`) and facts (`sender`, `recipient`, `senderHistory`, …) that could not be learned in full, or were switched off. `simulation` also stands for the probes beside it: whether a bought token can be sold, and what a delegate lets strangers do. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
    policy: Type.Optional(DecisionSchema),
    witness: WitnessSchema,
  },
  { title: 'TransactionScanResult' },
)
