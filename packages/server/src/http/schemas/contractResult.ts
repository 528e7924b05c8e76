import type { Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { THREATS } from '@redoubt/risk/contract/contractThreats.ts'
import { type TSchema, Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { Breakdown, FindingSchema } from './finding.ts'
import { WitnessSchema } from './witness.ts'

// The facts of a contract scan, beyond the documented members.

const CALLER_CLASSES = ['anyone', 'eoa', 'multisig', 'timelock', 'governor', 'contract', 'burned', 'unknown'] as const

const ROLES = ['owner', 'role', 'proxy-admin', 'former-owner', 'stranger'] as const

const Percent = (description: string) => Nullable(Type.Number(), { description })

const Privileged = Type.Object(
  {
    address: Type.String(),
    by: Type.String({ description: 'How it is known: `owner()`, a role, an EIP-1967 slot, a storage slot.' }),
    account: OneOf(['eoa', 'multisig', 'timelock', 'governor', 'contract', 'burned']),
    label: Type.String({ description: 'Always text: `Unlabelled wallet` where no source names it.' }),
    commandedBy: Nullable(Type.String(), {
      description:
        'Private key that alone makes the contract or multisig call anything at once, found by executing it; null: none was found, or not looked for.',
    }),
    delaySeconds: Nullable(Type.Integer(), {
      description:
        'Seconds that pass before it acts: the delay of a timelock; the voting of a governor with the delay behind it. As the contract states it, or less where execution on the fork showed less. Null: no such account, or not known.',
    }),
    threshold: Nullable(
      Type.Object(
        {
          needed: Type.Integer({ description: 'Owners who have to sign.' }),
          owners: Type.Integer({ description: 'All owners.' }),
        },
        { title: 'MultisigThreshold' },
      ),
      {
        description:
          'Members of a multisig who have to agree: as a Safe states it, or as executed for other wallets of several members. Null: no multisig, or not known.',
      },
    ),
  },
  { title: 'PrivilegedAccount' },
)

const ProxySchema = Type.Object(
  {
    kind: OneOf(['eip1967', 'eip1822', 'eip897', 'eip1167', 'eip7702', 'beacon', 'diamond', 'safe', 'slot']),
    implementations: Type.Array(Type.String()),
    beacon: Nullable(Type.String()),
    admin: Nullable(Privileged, { description: 'Account that may change the implementation.' }),
    upgradeable: Nullable(Type.Boolean(), { description: 'Null: not known.' }),
  },
  { title: 'Proxy' },
)

const Call = Type.Object(
  {
    function: Type.String({ description: 'Such as `setTax(uint256)`; the selector when its name is not known.' }),
    selector: Type.String(),
    args: Type.Array(Type.String()),
    caller: Type.String(),
    callerRole: OneOf(ROLES),
    callerClass: OneOf(CALLER_CLASSES),
  },
  { title: 'PrivilegedCall' },
)

const taxes = {
  buyTax: Percent('Percent; null when the purchase fails.'),
  transferTax: Percent('Percent; null when the transfer fails or was not made.'),
  sellTax: Percent('Percent; null when the sale fails.'),
}

/** Executions spent, how many there may be, and what was left out. */
const Budget = Type.Object(
  { runs: Type.Integer(), max: Type.Integer(), cut: Type.Array(Type.String()) },
  { title: 'ExecutionBudget' },
)

const Trade = Type.Object(
  {
    pool: Type.Object({
      address: Type.String(),
      exchange: Type.String(),
      style: OneOf(['v2', 'v3']),
      quote: Type.Object({ address: Type.String(), symbol: Type.String() }),
      depthUsd: Nullable(Type.Number()),
      made: Type.Boolean({ description: 'No pool was found: the simulation created this one.' }),
    }),
    runs: Type.Array(
      Type.Object(
        {
          scenario: OneOf(['fresh', 'small', 'large', 'next-block', 'day-later', 'after-buys', 'holder']),
          account: Type.String(),
          failed: Nullable(
            Type.Object({ step: OneOf(['buy', 'transfer', 'approve', 'sell']), reason: Nullable(Type.String()) }),
          ),
          ...taxes,
        },
        { title: 'TradeRun' },
      ),
    ),
    later: Type.Array(
      Type.Object(
        {
          kind: OneOf(['time', 'moment', 'purchases']),
          waitedSeconds: Nullable(Type.Integer({ description: 'From purchase to sale; null: the next block.' })),
          purchases: Type.Integer({ description: 'Purchases by other accounts in between.' }),
          failed: Nullable(
            Type.Object({ step: OneOf(['buy', 'transfer', 'approve', 'sell']), reason: Nullable(Type.String()) }),
          ),
          sellTax: Percent('Null: the sale failed.'),
        },
        { title: 'LaterSale' },
      ),
      { description: 'Sales long after the purchase, at other moments, or after many purchases.' },
    ),
    limits: Type.Object({
      maxBuy: Percent('Of the supply.'),
      maxSell: Percent('Of the supply.'),
      maxHolding: Percent('Of the supply.'),
      cooldownSeconds: Nullable(Type.Number()),
    }),
    holders: Type.Object({
      sampled: Type.Integer(),
      failed: Type.Integer(),
      highestTax: Percent('Percent.'),
      siphoned: Type.Integer(),
    }),
    budget: Budget,
  },
  { title: 'Trade', description: 'Buying, transferring and selling the token on a fork.' },
)

const OwnerSwitch = Type.Object(
  {
    calls: Type.Array(Call),
    effect: OneOf(['stops-sales', 'stops-transfers', 'raises-tax', 'siphons']),
    hits: OneOf(['all-holders', 'named-account']),
    before: Type.Object(taxes),
    after: Type.Object({ ...taxes, reason: Nullable(Type.String()) }),
  },
  { title: 'OwnerSwitch', description: 'Trading after one or two calls by the accounts that may make them.' },
)

const Capability = Type.Object(
  {
    kind: Type.String({ description: 'Such as `mint`, `pause`, `blacklist`, `tax-change`, `hidden-owner`.' }),
    state: OneOf(['effective', 'potential'], {
      description: 'The simulation confirmed it, or the call succeeded with no visible effect.',
    }),
    call: Call,
    shown: Type.String(),
    backed: Type.Boolean({ description: 'A mint that the caller paid for: WETH, vault shares.' }),
  },
  { title: 'Capability' },
)

const holderOf = (kind: TSchema) => Type.Object({ address: Type.String(), share: Type.Number(), kind })

const PastDistribution = Type.Object(
  {
    blockNumber: Type.String(),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the older block.' }),
    totalSupply: Type.String({ description: 'Base units, decimal.' }),
    topHolders: Type.Array(
      Type.Object({
        address: Type.String(),
        share: Type.Number(),
        hasCode: Nullable(Type.Boolean(), {
          description: 'Whether the account has code now; null where it was not read.',
        }),
      }),
      { description: 'The largest holders of today and of then, with their shares then.' },
    ),
    pools: Type.Array(
      Type.Object({
        address: Type.String(),
        style: OneOf(['v2', 'v3']),
        usdBefore: Nullable(Type.Number(), { description: 'USD of its quote side then, at today’s price.' }),
        usdNow: Nullable(Type.Number(), { description: 'USD of its quote side now.' }),
        keptPercent: Nullable(Type.Number(), {
          description:
            'Percent of its liquidity that is left: of a V2 pool its LP tokens, of a V3 pool the larger part of its liquidity in range and of its quote side. Null: it was empty then, or could not be read.',
        }),
      }),
      { description: 'Its pools, then and now.' },
    ),
  },
  { title: 'PastDistribution', description: 'Holders and pools of the token at an older block.' },
)

const Distribution = Type.Object(
  {
    liquidityUsd: Nullable(Type.Number()),
    topHolders: Type.Array(holderOf(Type.String())),
    lpHolders: Nullable(Type.Array(holderOf(Type.String()))),
    sampled: Type.Boolean({ description: 'Holders were sampled from recent logs.' }),
    before: Nullable(
      Type.Object(
        {
          day: Nullable(PastDistribution, { description: 'A day before.' }),
          week: Nullable(PastDistribution, { description: 'A week before.' }),
        },
        { title: 'DistributionBefore' },
      ),
      {
        description:
          'A day and a week before; each null where no endpoint keeps such state. Null as a whole: not asked, as of a well-known token, or one younger than a day.',
      },
    ),
  },
  { title: 'Distribution', description: 'Holders of the token and of its liquidity. Shares in percent.' },
)

const Details = Type.Object(
  {
    name: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
    symbol: Type.String({
      description: '`No symbol`: not a token. `Unknown symbol`: a token without a symbol.',
    }),
    verified: Nullable(Type.Boolean(), { description: 'Null: not known, or an address without code of its own.' }),
    createdAt: Nullable(Type.String({ format: 'date-time' })),
    creator: Nullable(Type.String()),
    kind: Nullable(OneOf(['eoa', 'delegated-eoa', 'contract', 'precompile'])),
    standard: Nullable(OneOf(['erc20', 'erc721', 'erc1155'])),
    verifiedBy: Nullable(Type.String()),
    compiler: Nullable(Type.String()),
    creationTransaction: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    creationBlock: Nullable(Type.String()),
  },
  { title: 'ContractDetails' },
)

const TokenSecuritySchema = Type.Object(
  {
    buyTax: Nullable(Type.Number(), { description: 'Percent, measured.' }),
    sellTax: Nullable(Type.Number(), { description: 'Percent, measured.' }),
    isMintable: Nullable(Type.Boolean()),
    canBlacklist: Nullable(Type.Boolean()),
    canPause: Nullable(Type.Boolean()),
    ownershipRenounced: Nullable(Type.Boolean()),
    hiddenOwner: Nullable(Type.Boolean()),
    transferTax: Nullable(Type.Number(), { description: 'Percent, measured.' }),
  },
  { title: 'TokenSecurity', description: 'Null means unknown, never no; `unknown` then names the member.' },
)

const Abi = Type.Object(
  {
    source: OneOf(['verified', 'recovered']),
    items: Type.Array(Type.Unknown(), {
      description: 'ABI items. Recovered ones are functions, each with its selector; names may be null.',
    }),
  },
  { title: 'ContractAbi' },
)

/** `data` of POST /v1/scan/contract: the shape of ContractScanResult, member for member (see its test). */
export const ContractResultSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: OneOf<Chain>(CHAINS),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    isHoneypot: Nullable(Type.Boolean(), {
      description:
        'True: the simulation showed it. False: a sale succeeded, or the contract has nothing to sell. Null: no sale was seen, which is CAUTION at least.',
    }),
    contractDetails: Details,
    tokenSecurity: Nullable(TokenSecuritySchema, { description: 'Null when the contract is not an ERC-20 token.' }),
    threats: Type.Array(OneOf(THREATS)),
    recommendation: OneOf(['SAFE', 'CAUTION', 'AVOID', 'BLOCK']),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    warnings: Type.Array(FindingSchema),
    proxy: Nullable(ProxySchema),
    privileged: Type.Array(Privileged),
    trade: Nullable(Trade),
    ownerSwitches: Type.Array(OwnerSwitch),
    capabilities: Type.Array(Capability),
    coverage: Nullable(
      Type.Object(
        {
          functions: Type.Integer({
            description: 'Functions that may move tokens of others, or run what their caller names.',
          }),
          covered: Type.Integer({
            description: 'Of these, functions whose code was executed to the end of every path.',
          }),
          open: Type.Array(Type.String(), { description: 'The others, by signature or selector.' }),
        },
        { title: 'PullCoverage' },
      ),
      {
        description:
          'How much of the code that may move approved tokens was executed. An open function lowers the confidence: that nothing was found in it proves nothing. Null: not examined.',
      },
    ),
    privilegesBudget: Nullable(Budget, { description: 'Executions spent on owner switches and capabilities.' }),
    distribution: Nullable(Distribution),
    abi: Type.Optional(Nullable(Abi, { description: 'Only with `options.includeAbi`.' })),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: Type.Array(Type.String(), {
      description:
        'Members, such as `isHoneypot`, `buyTax`, `verified`, and facts that could not be learned in full or were switched off. Unknown is not safe.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
    breakdown: Breakdown,
    witness: WitnessSchema,
  },
  { title: 'ContractScanResult' },
)
