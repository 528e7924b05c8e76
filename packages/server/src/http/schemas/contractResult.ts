import type { Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { THREATS } from '@redoubt/risk/contract/threats.ts'
import { Type } from 'typebox'
import { Breakdown } from './breakdown.ts'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { Budget, Capability, Distribution, OwnerSwitch, Privileged, ProxySchema, Trade } from './contractParts.ts'
import { FindingSchema } from './finding.ts'

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
  },
  { title: 'ContractScanResult' },
)
