import type { Hex } from '@redoubt/risk/address.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { FindingSchema } from './finding.ts'
import { OriginSchema } from './origin.ts'
import { DecisionSchema } from './policies.ts'
import { ApprovalChange, BalanceChange } from './transactionResult.ts'
import { WitnessSchema } from './witness.ts'

const hash = (description: string) => Type.Unsafe<Hex>({ type: 'string', description })

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
      {
        description:
          'Every member of the typed data, depth first, each value whole, up to 4,194,304 characters of names and types together; a last row `left out` counts the rest. Where the scan has no time left, the first 256 members, long values in part. A kept scan holds the first 256, and 2,048 characters of each, and counts the rest.',
      },
    ),
    clear: Nullable(
      Type.Object(
        {
          intent: Nullable(Type.String(), { description: 'Null when the verifying contract is not known.' }),
          interpolatedIntent: Nullable(Type.String(), {
            description: 'The project’s sentence with the values of `fields`; null where `intent` is.',
          }),
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
    digests: Nullable(
      Type.Object(
        {
          eip712Digest: hash('EIP-712 Digest: the value that is signed.'),
          domainHash: hash('Domain Hash: hashStruct of the domain.'),
          messageHash: Nullable(Type.Unsafe<Hex>({ type: 'string' }), {
            description: 'Message Hash: hashStruct of the message; null when the domain alone is signed.',
          }),
        },
        { title: 'MessageDigests' },
      ),
      {
        description:
          'Digests of typed data to compare with those that the hardware wallet shows (ERC-8213), each in full; null where EIP-712 defines none. Where `types` does not declare EIP712Domain, it is taken to be what the domain holds.',
      },
    ),
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

const Payment = Type.Object(
  {
    protocol: Nullable(Type.String(), {
      description: '`EIP-3009` or `x402 Permit2 payment`; null when it is of neither.',
    }),
    token: Type.String({ description: 'The token.' }),
    symbol: Nullable(Type.String(), { description: 'As the token says; null when it says nothing.' }),
    decimals: Nullable(Type.Integer(), { description: 'As the token says; null when it says nothing.' }),
    from: Type.String({ description: 'The account that pays.' }),
    to: Type.String({ description: 'The account that is paid.' }),
    amount: Type.String({ description: 'Base units.' }),
    description: Type.String({ description: 'For people: `5 USDC`.' }),
    deadline: Nullable(Type.String(), { description: 'Unix seconds until which it may be submitted; null for ever.' }),
  },
  { title: 'SignedPayment' },
)

const AskedByOrigin = Nullable(
  Type.Object(
    {
      origin: Type.String({ description: 'Scheme, host and port of the site that asks.' }),
      since: Type.String({ format: 'date-time', description: 'Time of the oldest message that is counted.' }),
      messages: Type.Integer({
        description:
          'Different messages, at most 1,000 scans back; this one is counted. A message scanned twice counts once.',
      }),
      truncated: Type.Boolean({ description: 'Whether older scans of the origin are kept and not counted.' }),
      sums: Type.Array(
        Type.Object(
          {
            chain: Type.String({ description: 'Network.' }),
            token: Type.String({ description: 'The token.' }),
            symbol: Nullable(Type.String(), { description: 'As the token says; null when it says nothing.' }),
            amount: Type.String({ description: 'Base units, all payments together.' }),
            description: Type.String({ description: 'For people: `12.5 USDC`.' }),
            messages: Type.Integer({ description: 'Messages that pay in this token.' }),
            payees: Type.Integer({ description: 'Different receivers.' }),
          },
          { title: 'AskedSum' },
        ),
      ),
    },
    { title: 'AskedByOrigin' },
  ),
  {
    description:
      'What this origin asked this wallet to pay by signature, over the scans that the account keeps, whether it was signed or not. Null when the message pays nothing or no origin is named, and when it could not be read (`unknown` then has `askedByOrigin`).',
  },
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
export const MessageResultSchema = Type.Object(
  {
    address: Type.String(),
    chain: Type.String(),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    message: Form,
    intents: Type.Array(Intent, { description: 'What the signature allows.' }),
    payments: Type.Array(Payment, { description: 'What the message pays to accounts that it names (EIP-3009, x402).' }),
    askedByOrigin: AskedByOrigin,
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
    witness: WitnessSchema,
  },
  { title: 'MessageScanResult' },
)
