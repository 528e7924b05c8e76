import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import { explain } from '@redoubt/risk/explain/explain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { LeftOutEnvironment, Simulation, SimulationEnvironment } from '@redoubt/risk/facts/execution.ts'
import type { FlipEffect, OpenAccount, Validity, WriterClass } from '@redoubt/risk/facts/validityFacts.ts'
import { getAddress } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import type { RenderedDecision } from '../../policies/renderDecision.ts'
import type { RenderedExplanation } from '../explainInWords.ts'
import {
  accountLabel,
  judgementsOf,
  type RenderedApprovalChange,
  type RenderedBalanceChange,
  renderApprovalChange,
  renderBalanceChange,
  withUnknownApprovals,
} from '../renderChanges.ts'
import { type RenderedOrigin, renderFindings, renderOrigin } from '../renderFindings.ts'
import { functionLabel, type NamesKnown, type RenderedMeaning, renderParameters } from '../renderParameters.ts'
import type { Grounds } from '../scanContext.ts'
import { unknownMembers } from '../withIgnoredMembers.ts'
import { type CalldataDigests, calldataDigests } from './calldataDigests.ts'
import type { RenderedProtection } from './protect/renderProtection.ts'
import { type RenderedNextFork, renderNextFork } from './renderNextFork.ts'
import type { RenderedTrace } from './renderTrace.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'

/** `data` of POST /v1/scan/transaction: JSON values only. */
export type TransactionScanResult = Grounds & {
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  decoded: { functionName: string; signature: string | null } & RenderedMeaning & {
      calls: ({ to: string | null; functionName: string; signature: string | null } & RenderedMeaning)[]
    }
  digests: CalldataDigests
  explanation: RenderedExplanation | null
  simulation: {
    success: boolean
    outcome: Simulation['outcome']
    gasUsed: string
    besidesGas: string | null
    /** Wei. */
    dataFee: string | null
    revertReason: string | null
    toppedUp: boolean
    truncated: boolean
    created: string | null
    /** Of a signed user operation: what the entry point itself made of it. Fee in wei. */
    operation: {
      accepted: boolean
      refusal: string | null
      success: boolean
      fee: string | null
      payer: string | null
      charged: { token: string; amount: string }[]
    } | null
    calls: { to: string | null; success: boolean | null; gasUsed: string; revertReason: string | null }[] | null
    balanceChanges: RenderedBalanceChange[]
    approvalChanges: RenderedApprovalChange[]
    environments: {
      name: string
      kind: SimulationEnvironment['kind']
      varies: string[]
      success: boolean
      gasUsed: string
      sameOutcome: boolean | null
      /** Null, as the next two: the run could not be made. */
      worse: boolean | null
      better: boolean | null
      newLoss: boolean | null
    }[]
    environmentCost: { runs: number; gasUsed: string; leftOut: LeftOutEnvironment[] }
    environmentBranches: { contract: string; opcodes: string[]; tried: boolean }[] | null
    /** For how long this holds; null when it could not be learned. */
    validity: RenderedValidity | null
  } | null
  /** The site that asks; null when the caller names none, or when it could not be looked up. */
  origin: RenderedOrigin | null
  warnings: Finding[]
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
  /** Absent unless it was asked for; null when the execution has no call tree. */
  trace?: RenderedTrace | null
  /** Absent unless it was asked for; null when nothing was executed. */
  nextFork?: RenderedNextFork | null
  /** Absent unless it was asked for. */
  protect?: RenderedProtection
  /** Absent when the sender has no policy. */
  policy?: RenderedDecision
}

type RenderedCall = TransactionScanResult['decoded']['calls'][number]

/** Translates what was learned and judged into the contract's JSON. Decides nothing. */
export function renderTransaction(scan: {
  input: TransactionScanInput
  gathered: GatheredFacts
  /** The decoded call, its arguments whole; undefined where it is not known. */
  decoded: DecodedCall | undefined
  score: Score
  unavailable: string[]
  /** Whether an unlisted token carries a known one's name; its symbol is then not shown. By default no token does. */
  imitates?: NamesKnown['imitates']
  intelAsOf: string
}): TransactionScanResult {
  const { input, gathered, score } = scan
  const { facts } = gathered
  const simulation = facts.simulation ? renderSimulation(scan, facts.simulation) : null
  const unknown = withUnknownApprovals(
    unknownMembers(gathered, score.missingDecisiveFacts),
    simulation?.approvalChanges ?? [],
  )
  return {
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    confidence: score.confidence,
    decoded: renderDecoded(scan.decoded, input.transaction.data, namesKnown(scan)),
    digests: calldataDigests(input.transaction),
    explanation: input.explain
      ? { ...explain(input.chain, facts, { ...score, missing: gathered.missing }), source: 'template' }
      : null,
    simulation,
    origin: facts.origin ? renderOrigin(facts.origin) : null,
    ...(input.nextFork && { nextFork: facts.nextFork ? renderNextFork(facts.nextFork) : null }),
    warnings: renderFindings(score.findings),
    recommendation: recommend('transaction', score.riskLevel),
    complete: gathered.complete && score.missingDecisiveFacts.length === 0 && !unknown.includes('simulation'),
    unknown,
    unavailable: scan.unavailable,
    blockNumber: facts.block ? String(facts.block.number) : null,
    blockHash: facts.block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
  }
}

function renderDecoded(call: DecodedCall | undefined, data: Hex, names: NamesKnown): TransactionScanResult['decoded'] {
  const none = {
    intent: null,
    interpolatedIntent: null,
    contractName: accountLabel(null),
    abi: null,
    parameters: [],
    fields: [],
  }
  if (!call) return { functionName: 'Unknown function', signature: null, ...none, calls: [] }
  const calls = call.calls.flatMap((inner) => renderNested(inner, names))
  const functionName = functionLabel(call, data)
  return { functionName, signature: call.signature, ...renderParameters(call, names), calls }
}

/** Nested calls depth first: a wallet shows them as a list. */
function renderNested(call: DecodedCall, names: NamesKnown): RenderedCall[] {
  const own: RenderedCall = {
    to: call.to && getAddress(call.to),
    functionName: functionLabel(call),
    signature: call.signature,
    ...renderParameters(call, names),
  }
  return [own, ...call.calls.flatMap((inner) => renderNested(inner, names))]
}

/** Returns the names of the accounts that were read anyway. */
export function namesKnown({
  input,
  gathered: { facts },
  imitates = () => true,
}: Pick<Parameters<typeof renderTransaction>[0], 'input' | 'gathered' | 'imitates'>): NamesKnown {
  const { sender, recipient, delegates, spenders, counterparties, callees } = facts
  const read = [
    sender,
    recipient,
    ...(callees ?? []),
    ...Object.values({ ...delegates, ...counterparties, ...spenders }),
  ]
  const accounts = new Map(read.flatMap((account) => (account ? [[account.address, account] as const] : [])))
  return { chain: input.chain, accounts, imitates }
}

function renderOperation(
  operation: Simulation['operation'],
): NonNullable<TransactionScanResult['simulation']>['operation'] {
  if (!operation) return null
  const { fee, payer, charged, ...outcome } = operation
  return {
    ...outcome,
    fee: fee === null ? null : String(fee),
    payer: payer && getAddress(payer),
    charged: charged.map(({ token, amount }) => ({ token: getAddress(token), amount: String(amount) })),
  }
}

function renderSimulation(
  { input, gathered: { facts }, score }: Parameters<typeof renderTransaction>[0],
  simulation: Simulation,
): TransactionScanResult['simulation'] {
  return {
    // A call that fails by itself undoes no other.
    success: simulation.success && (simulation.calls ?? []).every(({ success }) => success === true),
    outcome: simulation.outcome,
    gasUsed: String(simulation.gasUsed),
    besidesGas: NETWORKS[input.chain].fees.besidesGas,
    dataFee: facts.dataFee == null ? null : String(facts.dataFee),
    revertReason: simulation.revertReason,
    toppedUp: simulation.toppedUp,
    truncated: simulation.truncated,
    created: simulation.created && getAddress(simulation.created),
    operation: renderOperation(simulation.operation),
    calls:
      simulation.calls?.map((call) => ({
        ...call,
        to: call.to && getAddress(call.to),
        gasUsed: String(call.gasUsed),
      })) ?? null,
    balanceChanges: (facts.balanceChanges ?? []).map((row) => renderBalanceChange(input.chain, row)),
    approvalChanges: (facts.approvalChanges ?? []).map((row) =>
      renderApprovalChange(row, facts.spenders?.[row.spender], {
        findings: score.findings,
        judgements: judgementsOf(facts, row.spender),
      }),
    ),
    environments: simulation.environments.map(({ better = false, newLoss = false, ...run }) => ({
      ...run,
      gasUsed: String(run.gasUsed),
      worse: run.sameOutcome === null ? null : run.worse,
      better: run.sameOutcome === null ? null : better,
      newLoss: run.sameOutcome === null ? null : newLoss,
    })),
    environmentCost: {
      runs: simulation.environments.length,
      gasUsed: String(simulation.environments.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
      leftOut: simulation.environmentsLeftOut ?? [],
    },
    environmentBranches:
      simulation.environmentBranches?.map((branch) => ({ ...branch, contract: getAddress(branch.contract) })) ?? null,
    validity: facts.validity ? renderValidity(facts.validity) : null,
  }
}

type RenderedAccount = { address: string; account: WriterClass }

/** `simulation.validity`: for how long the verdict holds, and what to read again to know that it still does. */
type RenderedValidity = {
  blockNumber: string
  blockHash: Hex
  publicMempool: boolean
  openSlots: {
    contract: string
    slot: Hex
    role: string | null
    value: Hex
    writers: {
      selector: Hex
      signature: string | null
      caller: 'anyone' | 'privileged' | 'unknown'
      by: RenderedAccount[]
    }[]
    flip: { value: Hex; effect: FlipEffect }
    executed: (RenderedAccount & { selector: Hex; signature: string | null; args: string[] }) | null
    bounded: boolean
    lastWrite: {
      blockNumber: string
      timestamp: number
      by: string | null
      transactionHash: Hex | null
      creation: boolean
    } | null
  }[]
  openAccounts: (Omit<OpenAccount, 'account'> & { account: string })[]
  upgradeable: {
    proxy: string
    implementation: string
    admin: string | null
    adminClass: WriterClass | null
    wellKnown: boolean
  }[]
  market: string[]
  onTrust: string[]
  examined: number
  leftOut: number
}

function renderValidity(validity: Validity): RenderedValidity {
  const { block, openSlots, openAccounts, upgradeable, market, onTrust, examined, leftOut } = validity
  return {
    blockNumber: String(block.number),
    blockHash: block.hash,
    publicMempool: NETWORKS[block.chain].publicMempool,
    openSlots: openSlots.map(({ contract, writers, executed, lastWrite, ...slot }) => ({
      contract: getAddress(contract),
      slot: slot.slot,
      role: slot.role,
      value: slot.value,
      writers: writers.map(({ by, ...writer }) => ({ ...writer, by: by.map(renderAccount) })),
      flip: slot.flip,
      executed: executed && {
        ...renderAccount({ address: executed.caller, account: executed.account }),
        selector: executed.selector,
        signature: executed.signature,
        args: executed.args,
      },
      bounded: slot.bounded,
      lastWrite: lastWrite && {
        ...lastWrite,
        blockNumber: String(lastWrite.blockNumber),
        timestamp: Number(lastWrite.timestamp),
        by: lastWrite.by && getAddress(lastWrite.by),
      },
    })),
    openAccounts: openAccounts.map((one) => ({ ...one, account: getAddress(one.account) })),
    upgradeable: upgradeable.map((one) => ({
      ...one,
      proxy: getAddress(one.proxy),
      implementation: getAddress(one.implementation),
      admin: one.admin && getAddress(one.admin),
    })),
    market: market.map((address) => getAddress(address)),
    onTrust: onTrust.map((address) => getAddress(address)),
    examined,
    leftOut,
  }
}

function renderAccount({ address, account }: { address: Address; account: WriterClass }): RenderedAccount {
  return { address: getAddress(address), account }
}
