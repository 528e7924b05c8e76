import type { Hex } from '@redoubt/risk/facts.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { FindingSchema } from './finding.ts'
import { OriginSchema } from './origin.ts'
import { ValiditySchema } from './validity.ts'

const Parameter = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    value: Type.String({ description: 'Exact: integers in base units, addresses EIP-55.' }),
    display: Nullable(
      Type.String({
        description: 'For people, where there is more to say than the value: `1,250.5 USDC`, `unlimited USDC`.',
      }),
    ),
    label: Nullable(Type.String({ description: 'Whose address it is.' })),
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
    description: 'Such as `Supply`, in the words of the project (ERC-7730); null unless it names this very contract.',
  }),
  contractName: Type.String({ description: 'Whose contract is called; always text.' }),
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
    symbol: Type.String({ description: '`Unknown symbol` of a token that gives none.' }),
    standard: Type.String({ description: 'erc20, erc721, erc1155 or permit2.' }),
    owner: Type.String(),
    spender: Type.String(),
    spenderLabel: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
    before: Nullable(Type.String()),
    after: Type.String(),
    unlimited: Type.Boolean(),
    riskLevel: RiskLevelName,
  },
  { title: 'ApprovalChange' },
)

const Environment = Type.Object(
  {
    name: Type.String(),
    kind: OneOf(['builder', 'sender', 'gas', 'mined', 'later'], {
      description:
        'The same moment under another block builder, with a richer sender or another gas limit; values that the code compares with; or another time.',
    }),
    varies: Type.Array(Type.String()),
    success: Type.Boolean(),
    gasUsed: Type.String(),
    sameOutcome: Nullable(Type.Boolean(), { description: 'Null when the run could not be made.' }),
    worse: Nullable(Type.Boolean(), {
      description:
        'Takes or permits more of the sender’s assets, or gives less for them. Null: the run could not be made.',
    }),
    better: Nullable(Type.Boolean(), { description: 'The main run does, compared with this one.' }),
    newLoss: Nullable(Type.Boolean(), {
      description: 'The worse of both takes or permits what the other leaves alone.',
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
          description: 'No code on the path can see what it varies, or it would be the main run again.',
        }),
      }),
    ),
  },
  { title: 'EnvironmentCost' },
)

const EnvironmentBranch = Type.Object(
  {
    contract: Type.String(),
    opcodes: Type.Array(Type.String(), { description: 'What a branch is computed from.' }),
    tried: Type.Boolean({ description: 'Run with the values at which the branch goes the other way.' }),
  },
  { title: 'EnvironmentBranch' },
)

const SimulationSchema = Type.Object(
  {
    success: Type.Boolean(),
    outcome: OneOf(['succeeded', 'reverted', 'halted', 'rejected']),
    gasUsed: Type.String(),
    revertReason: Nullable(Type.String()),
    toppedUp: Type.Boolean({ description: 'The sender lacks the funds; run again as if it had them.' }),
    truncated: Type.Boolean({ description: 'Too large to trace in full.' }),
    created: Nullable(Type.String(), { description: 'Address of the created contract.' }),
    operation: Nullable(
      Type.Object(
        {
          accepted: Type.Boolean({ description: 'Signature, nonce and prepayment are in order.' }),
          refusal: Nullable(Type.String(), {
            description: 'The entry point’s own word, e.g. `AA21 didn’t pay prefund`.',
          }),
          success: Type.Boolean({ description: 'The account did what it was called for.' }),
          fee: Nullable(Type.String(), { description: 'Wei paid for gas; null when refused.' }),
          payer: Nullable(Type.String(), { description: 'The account, or its paymaster.' }),
          charged: Type.Array(Type.Object({ token: Type.String(), amount: Type.String() }), {
            description: 'Tokens of the account that went besides what it was called for, in base units.',
          }),
        },
        { title: 'OperationOutcome' },
      ),
      { description: 'Of a user operation with a signature: what `handleOps` made of it; null when it was not asked.' },
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
          'Of a bundle or user operation: what became of each call, those of factory and paymaster included; null when not known.',
      },
    ),
    balanceChanges: Type.Array(BalanceChange),
    approvalChanges: Type.Array(ApprovalChange),
    environments: Type.Array(Environment),
    environmentCost: EnvironmentCost,
    environmentBranches: Nullable(Type.Array(EnvironmentBranch), {
      description: 'Branches by what a block builder sets, in code that ran; null when not known.',
    }),
    validity: Nullable(ValiditySchema, { description: 'For how long this holds; null when it could not be learned.' }),
  },
  { title: 'Simulation' },
)

/** `data` of POST /v1/scan/transaction: the shape of TransactionScanResult, member for member (see its test). */
export const TransactionResultSchema = Type.Object(
  {
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    decoded: Type.Object({
      ...callMembers,
      calls: Type.Array(Type.Object({ to: Nullable(Type.String()), ...callMembers }, { title: 'DecodedCall' })),
    }),
    explanation: Nullable(
      Type.Object(
        {
          summary: Type.String(),
          details: Type.String(),
          warnings: Type.Array(Type.String()),
          source: OneOf(['template', 'llm'], {
            description:
              '`llm`: sentences of the configured language model follow the template’s summary and are the details.',
          }),
        },
        { title: 'Explanation' },
      ),
    ),
    simulation: Nullable(SimulationSchema),
    origin: OriginSchema,
    warnings: Type.Array(FindingSchema),
    recommendation: OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: Type.Array(Type.String(), {
      description:
        'Members (`simulation`, `balanceChanges`, `approvalChanges`, `decoded`) and facts (`sender`, `recipient`, `senderHistory`, …) that could not be learned in full, or were switched off. `simulation` also stands for trials beside it: whether what is bought can be sold, and what a delegate lets strangers do. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'TransactionScanResult' },
)
