import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import {
  contractThreats,
  isHoneypot,
  type Threat,
  type TokenSecurity,
  tokenSecurityOf,
} from '@redoubt/risk/contract/contractThreats.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { FactName, Facts } from '@redoubt/risk/facts/facts.ts'
import type { ScoreBreakdown } from '@redoubt/risk/report/breakDown.ts'
import { getAddress } from 'viem/utils'
import { isoSeconds } from '../../../lib/isoSeconds.ts'
import { splitTypes } from '../../../lib/splitTypes.ts'
import { accountLabel, symbolText } from '../renderChanges.ts'
import { renderFindings } from '../renderFindings.ts'
import type { Grounds } from '../scanContext.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import {
  executedProxy,
  type RenderedCapability,
  type RenderedCoverage,
  type RenderedDistribution,
  type RenderedPrivileged,
  type RenderedProxy,
  type RenderedSwitch,
  type RenderedTrade,
  renderCapability,
  renderCoverage,
  renderDistribution,
  renderPrivileged,
  renderProxy,
  renderSwitch,
  renderTrade,
} from './renderContractFacts.ts'

/** Members of the answer that show a fact which has no null of its own: lists, sections. A fact that none shows goes by its own name. */
const MEMBERS_OF: Partial<Record<FactName, readonly string[]>> = {
  block: ['blockNumber'],
  subject: ['contractDetails'],
  token: ['symbol', 'standard', 'tokenSecurity'],
  switches: ['ownerSwitches'],
  privilegesBudget: ['capabilities'],
  pullCoverage: ['coverage'],
  guardedPulls: ['capabilities'],
  provenance: ['verified', 'createdAt', 'creator'],
}

/** What only ERC-20 tokens have: not worth a word where there is none. */
const OF_TOKENS: readonly string[] = ['trade', 'distribution', 'ownerSwitches', 'totalSupply', 'imitates']

/** `data` of POST /v1/scan/contract: JSON values only. Documented members first, then what we add. */
export type ContractScanResult = Grounds & {
  /** As the caller spelled it. */
  address: string
  chain: Chain
  riskScore: number
  riskLevel: RiskLevel
  /** Null: no sale was seen. */
  isHoneypot: boolean | null
  contractDetails: {
    /** Always text: `Unlabelled contract` where no source names it. */
    name: string
    symbol: string
    /** Null: not known, or there is no code of its own. */
    verified: boolean | null
    /** ISO 8601. */
    createdAt: string | null
    creator: string | null
    /** Beyond the contract. */
    kind: AccountClass | null
    standard: 'erc20' | 'erc721' | 'erc1155' | null
    verifiedBy: string | null
    compiler: string | null
    creationTransaction: Hex | null
    creationBlock: string | null
  }
  /** Null for what is no ERC-20 token. */
  tokenSecurity: TokenSecurity | null
  threats: Threat[]
  recommendation: 'SAFE' | 'CAUTION' | 'AVOID' | 'BLOCK'
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  warnings: Finding[]
  proxy: RenderedProxy | null
  privileged: RenderedPrivileged[]
  trade: RenderedTrade | null
  ownerSwitches: RenderedSwitch[]
  capabilities: RenderedCapability[]
  /** Executions spent on owner switches and capabilities, and what was left out for it. */
  privilegesBudget: Facts['privilegesBudget'] | null
  coverage: RenderedCoverage | null
  distribution: RenderedDistribution | null
  /** Only with `options.includeAbi`; null when there is no code. */
  abi?: RenderedAbi | null
  breakdown: ScoreBreakdown
}

/** Translates what was learned and judged into the contract's JSON. Decides nothing. */
export function renderContract(scan: {
  input: ContractScanInput
  gathered: GatheredFacts
  score: Score
  breakdown: ScoreBreakdown
  unavailable: string[]
  intelAsOf: string
}): ContractScanResult {
  const { input, gathered, score } = scan
  const { facts, incomplete } = gathered
  const shown = {
    isHoneypot: isHoneypot(score.findings, facts, incomplete.trade === undefined),
    contractDetails: renderDetails(facts),
    tokenSecurity:
      facts.token?.standard === 'erc20'
        ? tokenSecurityOf(facts, score.findings, (name) => name in facts && !(name in incomplete))
        : null,
  }
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    isHoneypot: shown.isHoneypot,
    contractDetails: shown.contractDetails,
    tokenSecurity: shown.tokenSecurity,
    threats: contractThreats(score.findings, facts),
    recommendation: recommend('contract', score.riskLevel),
    confidence: score.confidence,
    warnings: renderFindings(score.findings),
    proxy: facts.proxy ? renderProxy(executedProxy(facts.proxy, facts.capabilities)) : null,
    privileged: (facts.privileged ?? []).map(renderPrivileged),
    trade: facts.trade ? renderTrade(facts.trade) : null,
    ownerSwitches: (facts.switches ?? []).map((one) => renderSwitch(one, facts.privileged ?? [])),
    capabilities: (facts.capabilities ?? []).map((one) => renderCapability(one, facts.privileged ?? [])),
    privilegesBudget: facts.privilegesBudget ?? null,
    coverage: facts.pullCoverage ? renderCoverage(facts.pullCoverage) : null,
    distribution: facts.distribution ? renderDistribution(facts.distribution) : null,
    ...(input.includeAbi && { abi: renderAbi(facts) }),
    complete: gathered.complete && score.missingDecisiveFacts.length === 0,
    unknown: unknownOfContract(gathered, shown),
    unavailable: scan.unavailable,
    blockNumber: facts.block ? String(facts.block.number) : null,
    blockHash: facts.block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
    breakdown: scan.breakdown,
  }
}

function renderDetails(facts: Partial<Facts>): ContractScanResult['contractDetails'] {
  const { provenance, token, subject, bytecode } = facts
  return {
    name: token?.name || provenance?.name || accountLabel(subject),
    symbol: token === null ? 'No symbol' : symbolText(token?.symbol),
    verified: provenance?.verified ?? null,
    createdAt: isoSeconds(provenance?.createdAt),
    creator: provenance?.creator ? getAddress(provenance.creator) : null,
    kind: subject?.class ?? null,
    standard: token?.standard ?? bytecode?.standard ?? null,
    verifiedBy: provenance?.verifiedBy ?? null,
    compiler: provenance?.compiler ?? bytecode?.compiler ?? null,
    creationTransaction: provenance?.creationTransaction ?? null,
    creationBlock: provenance?.creationBlock == null ? null : String(provenance.creationBlock),
  }
}

/**
 * `verified`: as the verification service has it. `recovered`: from the code: functions only, without the names of arguments
 * and without results; `name` is null where no signature is published.
 */
type RenderedAbi = { source: 'verified' | 'recovered'; items: unknown[] }

/** The ABI of the contract, or what the code shows of it; null when there is no code. */
export function renderAbi({ provenance, bytecode }: Partial<Facts>): RenderedAbi | null {
  if (provenance?.abi) return { source: 'verified', items: [...provenance.abi] }
  return bytecode ? { source: 'recovered', items: bytecode.functions.map(recoveredItem) } : null
}

function recoveredItem({ selector, signature, arguments: types, mutability }: ContractFunction) {
  const name = signature?.slice(0, signature.indexOf('(')) ?? null
  const inputs = splitTypes(types).map((type) => ({ name: '', type }))
  return { type: 'function', selector, name, inputs, stateMutability: mutability }
}

/**
 * `data.unknown`: what could not be learned, in whole or in part, was switched off, or turned out to be null though the question
 * arises. Every null of the documented members is here by name. Sorted, each once.
 */
function unknownOfContract(
  { facts, missing, incomplete }: GatheredFacts,
  shown: {
    isHoneypot: unknown
    tokenSecurity: object | null
    contractDetails: { verified: unknown; createdAt: unknown; creator: unknown }
  },
): string[] {
  const absent = [...Object.keys(missing), ...Object.keys(incomplete)] as FactName[]
  const names = new Set(absent.flatMap((name) => MEMBERS_OF[name] ?? [name]))
  const isToken = facts.token?.standard === 'erc20'
  // No pool was found and none could be made: what trading would show is not known either.
  if (isToken && facts.trade === null) for (const name of ['trade', 'ownerSwitches']) names.add(name)
  if (facts.token !== undefined && !isToken) for (const name of OF_TOKENS) names.delete(name)
  if (facts.pullCoverage && facts.pullCoverage.open.length > 0) names.add('coverage')
  for (const name of nullsOf({ isHoneypot: shown.isHoneypot, ...shown.tokenSecurity })) names.add(name)
  if (facts.subject?.class === 'contract') {
    const { verified, createdAt, creator } = shown.contractDetails
    for (const name of nullsOf({ verified, createdAt, creator })) names.add(name)
  }
  return [...names].sort()
}

function nullsOf(members: object): string[] {
  return Object.entries(members).flatMap(([name, value]) => (value === null ? [name] : []))
}
