import type { Hex } from '@redoubt/risk/address.ts'
import { Type } from 'typebox'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { parseMessage } from '../parse/parseMessage.ts'
import { knownMembers } from '../refuseUnknownMembers.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped, Nullable, OneOf, RiskLevelName, RiskScore } from '../schemas/common.ts'
import { FindingSchema } from '../schemas/finding.ts'
import { MessageBody } from '../schemas/messageBody.ts'
import { OriginSchema } from '../schemas/origin.ts'
import { DecisionSchema } from '../schemas/policies.ts'
import { Viewed, ViewQuery } from '../schemas/summary.ts'
import { ApprovalChange, BalanceChange } from '../schemas/transactionResult.ts'
import { scanContext, scanRecord, storeScan } from '../storeScan.ts'
import { viewed, viewOf } from '../viewed.ts'

const Form = Type.Object(
  {
    type: OneOf(['text', 'bytes', 'hash', 'typed-data']),
    method: Type.String(),
    text: Nullable(Type.String(), { description: 'Cleaned; null when the message is not text.' }),
    primaryType: Nullable(Type.String()),
    domain: Nullable(
      Type.Object(
        {
          name: Nullable(Type.String()),
          version: Nullable(Type.String()),
          chainId: Nullable(Type.String()),
          verifyingContract: Nullable(Type.String()),
          salt: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
        },
        { title: 'TypedDataDomain' },
      ),
    ),
    parameters: Type.Array(
      Type.Object({ name: Type.String(), type: Type.String(), value: Type.String() }, { title: 'MessageParameter' }),
      { description: 'Every member of the typed data, depth first.' },
    ),
    clear: Nullable(
      Type.Object(
        {
          intent: Nullable(Type.String(), { description: 'Null when the verifying contract is not known.' }),
          fields: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
        },
        { title: 'ClearMessage' },
      ),
      { description: 'Typed data in its project’s own words (ERC-7730); null without a descriptor.' },
    ),
    undeclared: Type.Array(Type.String(), {
      description: 'Members that no type declares: a wallet may show them, but they are not signed.',
    }),
    digest: Nullable(Type.Unsafe<Hex>({ type: 'string' }), {
      description: 'EIP-712 digest, or the hash that is signed.',
    }),
  },
  { title: 'SignedMessage' },
)

const debitMembers = {
  assetType: Type.String({ description: 'native, erc20, erc721 or erc1155.' }),
  address: Nullable(Type.String()),
  tokenId: Nullable(Type.String()),
  amount: Nullable(Type.String({ description: 'Base units.' })),
  unlimited: Type.Boolean(),
  description: Type.String({ description: 'For people: `5 USDC`.' }),
}

const Intent = Type.Object(
  {
    kind: OneOf([
      'allowance',
      'transfer',
      'order',
      'execution',
      'delegation',
      'session',
      'vote',
      'sign-in',
      'hidden-transaction',
      'blind',
      'unknown',
    ]),
    protocol: Nullable(Type.String(), { description: 'The known type, such as `EIP-2612`.' }),
    verifier: Nullable(Type.String(), { description: 'The contract that would accept the signature.' }),
    owner: Nullable(Type.String(), { description: 'Whose assets or account it is about.' }),
    by: Nullable(Type.String(), { description: 'The account that may use it, or gains by it; null: any account.' }),
    byLabel: Type.String({ description: 'Always text: `Anyone` where the signature names no account.' }),
    takes: Type.Array(Type.Object(debitMembers, { title: 'SignedDebit' })),
    returns: Type.Array(Type.Object({ ...debitMembers, to: Nullable(Type.String()) }, { title: 'SignedReturn' })),
    calls: Type.Array(
      Type.Object(
        {
          to: Nullable(Type.String()),
          value: Type.String({ description: 'Wei.' }),
          data: Type.String({ description: 'At most the first 1024 bytes.' }),
          delegatecall: Type.Boolean(),
        },
        { title: 'SignedCall' },
      ),
    ),
    until: Nullable(Type.String(), { description: 'Unix seconds until which the permission lasts; null for ever.' }),
    deadline: Nullable(Type.String(), { description: 'Unix seconds until which the signature may be used.' }),
    notes: Type.Array(Type.String()),
  },
  { title: 'SignedIntent' },
)

const Reason = Type.Object({ intent: Type.Integer(), reason: Type.String() }, { title: 'WorstCaseExecutionReason' })

const WorstCaseExecutions = Type.Object(
  {
    success: Nullable(Type.Boolean(), {
      description: 'Every step succeeded; null when some steps could not be executed.',
    }),
    steps: Type.Array(
      Type.Object(
        {
          intent: Type.Integer({ description: 'Index into `intents`.' }),
          from: Type.String(),
          to: Nullable(Type.String()),
          function: Type.String(),
          value: Type.String({ description: 'Wei.' }),
          why: Type.String(),
          success: Type.Boolean(),
          gasUsed: Type.String(),
          revertReason: Nullable(Type.String()),
        },
        { title: 'WorstCaseExecutionStep' },
      ),
    ),
    balanceChanges: Type.Array(BalanceChange),
    approvalChanges: Type.Array(ApprovalChange),
    notRun: Type.Array(Reason, { description: 'Intents that were not executed whole, and why.' }),
    worthless: Type.Array(Reason, { description: 'Intents that cannot be used, and why.' }),
    heldBack: Type.Array(Reason, { description: 'Why less leaves now than is signed for.' }),
  },
  { title: 'WorstCaseExecutions' },
)

/** `data` of POST /v1/scan/message: the shape of MessageScanResult, member for member. */
const MessageResultSchema = Type.Object(
  {
    address: Type.String(),
    chain: Type.String(),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    message: Form,
    intents: Type.Array(Intent, { description: 'What the signature allows.' }),
    simulation: Nullable(WorstCaseExecutions, {
      description: 'The worst use of the signature, executed; null when switched off or not known.',
    }),
    explanation: Nullable(
      Type.Object(
        {
          summary: Type.String(),
          details: Type.String(),
          warnings: Type.Array(Type.String()),
          source: OneOf(['template', 'llm']),
        },
        { title: 'MessageExplanation' },
      ),
    ),
    warnings: Type.Array(FindingSchema),
    recommendation: OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']),
    origin: OriginSchema,
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: Type.Array(Type.String(), {
      description: 'Members and facts that could not be learned in full, or were switched off. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
    policy: Type.Optional(DecisionSchema),
  },
  { title: 'MessageScanResult' },
)

/** POST /v1/scan/message */
export function messageRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/message',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanMessage',
        summary: 'Judge a message before it is signed',
        description:
          'Says what a signature would allow (permits, orders, Safe and smart-account transactions, sign-ins), executes the worst use of the signature on a fork of the chain, and answers how risky that is.',
        body: MessageBody,
        querystring: ViewQuery,
        response: { 200: Enveloped(Viewed(MessageResultSchema), 'The effect of the signature, and its risk.') },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const input = parseMessage(request.body)
      const context = scanContext(reply)
      const result = withIgnoredMembers('transaction', await edge.ports.scans.message(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'message',
        chain: input.chain,
        subject: result.address,
        input: knownMembers(MessageBody as unknown as SchemaNode, request.body),
        result,
      })
      const scanId = await storeScan(edge, record)
      return success(request, viewed(view, result, result.address), scanId)
    },
  )
}
