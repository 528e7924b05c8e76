import { Type } from 'typebox'
import type { Hex } from '../../risk/facts.ts'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { FindingSchema } from './finding.ts'

const Parameter = Type.Object(
  { name: Type.String(), type: Type.String(), value: Type.String() },
  { title: 'DecodedParameter' },
)

const callMembers = {
  functionName: Nullable(Type.String()),
  signature: Nullable(Type.String(), { description: 'Such as `transfer(address to,uint256 amount)`.' }),
  parameters: Type.Array(Parameter),
}

const BalanceChange = Type.Object(
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

const ApprovalChange = Type.Object(
  {
    token: Type.String(),
    symbol: Nullable(Type.String()),
    standard: Type.String({ description: 'erc20, erc721, erc1155 or permit2.' }),
    owner: Type.String(),
    spender: Type.String(),
    spenderLabel: Nullable(Type.String()),
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
    kind: OneOf(['builder', 'later'], {
      description: 'The same moment under another block builder, or another time.',
    }),
    varies: Type.Array(Type.String()),
    success: Type.Boolean(),
    gasUsed: Type.String(),
    sameOutcome: Nullable(Type.Boolean(), { description: 'Null when the run could not be made.' }),
    worse: Type.Boolean({ description: 'Takes or permits more of the sender’s assets, or gives less for them.' }),
  },
  { title: 'Environment' },
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
    balanceChanges: Type.Array(BalanceChange),
    approvalChanges: Type.Array(ApprovalChange),
    environments: Type.Array(Environment),
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
          source: OneOf(['template']),
        },
        { title: 'Explanation' },
      ),
    ),
    simulation: Nullable(SimulationSchema),
    warnings: Type.Array(FindingSchema),
    recommendation: OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']),
    complete: Type.Boolean({ description: 'False when the deadline cut facts off.' }),
    unknown: Type.Array(Type.String(), {
      description:
        'Members (`simulation`, `balanceChanges`, `approvalChanges`, `decoded`) and facts (`sender`, `recipient`, `senderHistory`, …) that could not be learned in full, or were switched off. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'TransactionScanResult' },
)
