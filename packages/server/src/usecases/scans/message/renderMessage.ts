import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import { explainMessage } from '@redoubt/risk/explain/explainMessage.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { paymentsOf } from '@redoubt/risk/message/messageCalls.ts'
import { describeAsset } from '@redoubt/risk/wording/assetNames.ts'
import { getAddress } from 'viem/utils'
import type { RenderedDecision } from '../../policies/renderDecision.ts'
import type { RenderedExplanation } from '../explainInWords.ts'
import {
  judgementsOf,
  type RenderedApprovalChange,
  type RenderedBalanceChange,
  renderApprovalChange,
  renderBalanceChange,
  withUnknownApprovals,
} from '../renderChanges.ts'
import { boundFindings, type RenderedOrigin, renderFindings, renderOrigin } from '../renderFindings.ts'
import { describeValue, functionLabel, type NamesKnown, sentenceOf } from '../renderParameters.ts'
import type { Grounds } from '../scanContext.ts'
import { unknownMembers } from '../withIgnoredMembers.ts'
import { type JudgedExecution, withExecutions } from './judgeExecutions.ts'
import type { MessageScanInput } from './messageScanInput.ts'
import type { MessageReader } from './messageSources.ts'
import { type RenderedIntent, renderIntent } from './renderIntent.ts'

/** Beyond it they say the same of the rest. */
const MAX_REASONS = 128

/** Tokens that the message pays to an account that it names (EIP-3009, x402). */
type RenderedPayment = {
  protocol: string | null
  token: string
  symbol: string | null
  decimals: number | null
  from: string
  to: string
  /** Base units. */
  amount: string
  /** `5 USDC`, for people. */
  description: string
  /** Unix seconds until which it may be submitted; null for ever. */
  deadline: string | null
}

/** `data` of POST /v1/scan/message: JSON values only. */
export type MessageScanResult = Grounds & {
  /** Absent when the signer has no policy. */
  policy?: RenderedDecision
  address: string
  chain: string
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  message: {
    type: SignedMessage['form']['type']
    method: SignedMessage['method']
    /** Cleaned text; null for what is no text. */
    text: string | null
    primaryType: string | null
    domain: {
      name: string | null
      version: string | null
      chainId: string | null
      verifyingContract: string | null
      salt: Hex | null
    } | null
    parameters: { name: string; type: string; value: string }[]
    /** Typed data in its project's words; null where no description is published. `intent` null: the verifier is not known. */
    clear: {
      intent: string | null
      interpolatedIntent: string | null
      fields: { label: string; value: string }[]
    } | null
    /** Paths of members that are shown and not signed. */
    undeclared: string[]
    /** The EIP-712 digest, or the hash that is signed; null where it is neither. */
    digest: Hex | null
    /** ERC-8213, of typed data; null where EIP-712 has no digest of it. `messageHash` null: the domain alone is signed. */
    digests: { eip712Digest: Hex; domainHash: Hex; messageHash: Hex | null } | null
  }
  intents: RenderedIntent[]
  payments: RenderedPayment[]
  simulation: RenderedWorstCaseExecutions | null
  explanation: RenderedExplanation | null
  warnings: Finding[]
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
  origin: RenderedOrigin | null
}

/** Translates what was learned and judged into the answer's JSON. Decides nothing. */
export function renderMessage(scan: {
  input: MessageScanInput
  gathered: GatheredFacts
  /** What the intents make accounts do, as transactions. */
  executions: readonly JudgedExecution[]
  score: Score
  unavailable: string[]
  intelAsOf: string
  decode: (transaction: Transaction) => DecodedCall
  clear: ReturnType<MessageReader['clearSign']>
  parameters: Awaited<ReturnType<MessageReader['parameters']>>
  imitates?: NamesKnown['imitates']
}): MessageScanResult {
  const { input, gathered, executions, score } = scan
  const { facts } = gathered
  const runs = executions.map(({ intent, gathered: { facts, missing } }) => ({ intent, facts, missing }))
  const all = [gathered, ...executions.map((run) => run.gathered)]
  const simulation = facts.worstCaseExecutions
    ? renderWorstCaseExecutions(input.chain, withExecutions(facts, executions), score.findings, scan.decode)
    : null
  const notKnown = all.flatMap((one) => unknownMembers(one, score.missingDecisiveFacts))
  const unknown = withUnknownApprovals([...new Set(notKnown)].sort(), simulation?.approvalChanges ?? [])
  return {
    address: getAddress(input.message.account),
    chain: input.chain,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    confidence: score.confidence,
    message: { ...renderForm(input.message, scan.parameters), clear: renderClear(scan) },
    intents: renderIntents(facts),
    payments: renderPayments(facts),
    simulation,
    explanation: input.explain
      ? { ...explainMessage(input.chain, facts, { ...score, runs, missing: gathered.missing }), source: 'template' }
      : null,
    warnings: renderFindings(boundFindings(score.findings)),
    recommendation: recommend('transaction', score.riskLevel),
    origin: facts.origin ? renderOrigin(facts.origin) : null,
    complete:
      all.every(({ complete }) => complete) &&
      score.missingDecisiveFacts.length === 0 &&
      !unknown.includes('simulation'),
    unknown,
    unavailable: scan.unavailable,
    blockNumber: facts.block ? String(facts.block.number) : null,
    blockHash: facts.block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
  }
}

/** More than a person reads; the whole message is the caller's. */
const MAX_INTENTS = 128

function renderIntents({ intents = [], named = {} }: GatheredFacts['facts']): RenderedIntent[] {
  const rendered = intents.slice(0, MAX_INTENTS).map((intent) => renderIntent(intent, named))
  const more = intents.length - rendered.length
  const last = rendered.at(-1)
  if (more > 0 && last) last.notes = [...last.notes, `${more} more of the message are not shown`]
  return rendered
}

function renderPayments({ intents = [], named = {}, block }: GatheredFacts['facts']): RenderedPayment[] {
  if (block === undefined) return []
  return paymentsOf(intents, block)
    .slice(0, MAX_INTENTS)
    .map(({ protocol, token, from, to, amount, deadline }) => {
      const { symbol = null, decimals = null } = named[token]?.token ?? {}
      return {
        protocol,
        token: getAddress(token),
        symbol,
        decimals,
        from: getAddress(from),
        to: getAddress(to),
        amount: String(amount),
        description: describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId: null, amount }),
        deadline: deadline === null ? null : String(deadline),
      }
    })
}

function renderClear({
  input: { chain },
  gathered: { facts },
  clear,
  imitates = () => true,
}: Parameters<typeof renderMessage>[0]): MessageScanResult['message']['clear'] {
  if (clear === null) return null
  const known = { ...facts.spenders, ...facts.named }
  const accounts = new Map(Object.values(known).map((account) => [account.address, account]))
  const fields = clear.fields
    .filter(({ label }) => label !== '')
    .map(({ label, values }) => ({
      label,
      value: values.map((value) => describeValue(value, { chain, accounts, imitates })).join(', '),
    }))
  const interpolatedIntent = clear.intent === null ? null : sentenceOf(clear, { chain, accounts, imitates })
  return { intent: clear.intent, interpolatedIntent, fields }
}

function renderForm(
  { method, form }: SignedMessage,
  parameters: MessageScanResult['message']['parameters'],
): Omit<MessageScanResult['message'], 'clear'> {
  const base = {
    type: form.type,
    method,
    text: null,
    primaryType: null,
    domain: null,
    parameters: [],
    undeclared: [],
    digests: null,
  }
  if (form.type === 'text') return { ...base, text: form.text, digest: null }
  if (form.type === 'bytes') return { ...base, digest: null }
  if (form.type === 'hash') return { ...base, digest: form.hash }
  const { domain, primaryType, undeclared, digest, hashes } = form
  const spelled = (address: Address | null) => address && getAddress(address)
  return {
    ...base,
    primaryType,
    domain: {
      ...domain,
      chainId: domain.chainId === null ? null : String(domain.chainId),
      verifyingContract: spelled(domain.verifyingContract),
    },
    parameters,
    undeclared,
    digest,
    digests: digest && hashes && { eip712Digest: digest, domainHash: hashes.domain, messageHash: hashes.message },
  }
}

/** The worst that can be done with the signature, as it was executed: all intents together, in order. */
type RenderedWorstCaseExecutions = {
  /** Every step went through; null: not everything could be executed. */
  success: boolean | null
  steps: {
    /** Index into `intents`. */
    intent: number
    from: string
    to: string | null
    function: string
    value: string
    why: string
    success: boolean
    gasUsed: string
    revertReason: string | null
  }[]
  balanceChanges: RenderedBalanceChange[]
  approvalChanges: RenderedApprovalChange[]
  /** Intents that could not be executed in full, and why. */
  notRun: { intent: number; reason: string }[]
  /** Intents that cannot be used, and why. */
  worthless: { intent: number; reason: string }[]
  /** Why less leaves now than the signature allows. */
  heldBack: { intent: number; reason: string }[]
}

/** The worst-case executions as JSON. */
function renderWorstCaseExecutions(
  chain: Chain,
  facts: Partial<Facts>,
  findings: readonly Finding[],
  decode: (transaction: Transaction) => DecodedCall,
): RenderedWorstCaseExecutions {
  const { worstCaseExecutions = [], worstCaseChanges = [], approvalChanges = [], spenders = {}, named = {} } = facts
  const steps = worstCaseExecutions.flatMap(({ intent, steps, simulations }) =>
    simulations.flatMap((simulation, index) => {
      const step = steps[index]
      if (!step) return []
      const { from, to, value, data } = step.transaction
      return {
        intent,
        from: getAddress(from),
        to: to && getAddress(to),
        function: functionLabel(decode(step.transaction), data),
        value: String(value),
        why: step.why,
        success: simulation.success,
        gasUsed: String(simulation.gasUsed),
        revertReason: simulation.revertReason,
      }
    }),
  )
  const reasons = (member: 'notRun' | 'worthless' | 'heldBack') =>
    worstCaseExecutions
      .flatMap(({ intent, ...worstCaseExecution }) => {
        const reason = worstCaseExecution[member]
        return reason ? [{ intent, reason }] : []
      })
      .slice(0, MAX_REASONS)
  return {
    success:
      steps.every(({ success }) => success) &&
      (worstCaseExecutions.some(({ notRun }) => notRun !== null) ? null : true),
    steps,
    balanceChanges: worstCaseChanges.map((row) => renderBalanceChange(chain, row)),
    approvalChanges: approvalChanges.map((row) =>
      renderApprovalChange(row, spenders[row.spender] ?? named[row.spender], {
        findings,
        judgements: judgementsOf(facts, row.spender),
      }),
    ),
    notRun: reasons('notRun'),
    worthless: reasons('worthless'),
    heldBack: reasons('heldBack'),
  }
}
