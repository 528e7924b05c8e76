import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { deriveExecutedIntents } from '@redoubt/risk/derive/executedIntents.ts'
import { deriveLookalikeParties } from '@redoubt/risk/derive/lookalikeParties.ts'
import { deriveWorstCase } from '@redoubt/risk/derive/worstCase.ts'
import { messageDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { withSecondEndpoint } from '@redoubt/risk/engine/endpointAgreement.ts'
import { failedExecutions } from '@redoubt/risk/engine/failedExecutions.ts'
import {
  type FactProviders,
  type GatheredFacts,
  type GetFact,
  gatherFacts,
  Incomplete,
  type MissingFact,
} from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import { scoreOutcomes } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import type { WorstCaseExecution } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { controlChangesOf } from '@redoubt/risk/message/messageCalls.ts'
import { beneficiariesOf, livingBeneficiaries } from '@redoubt/risk/message/parties.ts'
import type { PolicyGate } from '../../../domain/ports/policyGate.ts'
import { ApiError, apiErrorOf } from '../../../errors.ts'
import { executionEffects, gatherIntentWorths, messageEffects } from '../../policies/messageEffects.ts'
import { messageReservation } from '../../policies/messageReservation.ts'
import { type AskedEffects, policyOfScan } from '../../policies/policyOfScan.ts'
import { endpointAgreement } from '../endpointAgreement.ts'
import { type Explainer, explainInWords } from '../explainInWords.ts'
import { gatherNow } from '../gatherNow.ts'
import { gatherOrigin } from '../gatherOrigin.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import { accountsInTime } from '../transaction/accountsInTime.ts'
import { withoutSiblings } from '../transaction/gatherLookalikes.ts'
import { createContractsJudge } from '../transaction/judgeContracts.ts'
import { createWalletsJudge } from '../transaction/judgeWallets.ts'
import { gatherConsentingSpenders } from './gatherConsentingSpenders.ts'
import { gatherPermitDeposits } from './gatherPermitDeposits.ts'
import { judgeExecutions, namedByIntents, withoutExecutionLosses } from './judgeExecutions.ts'
import type { MessageScanInput, MessageScanRequest } from './messageScanInput.ts'
import type { MessageReader, MessageSources, WorstCaseExecutionRun } from './messageSources.ts'
import { openDelegatedCalls } from './openDelegatedCalls.ts'
import { type MessageScanResult, renderMessage } from './renderMessage.ts'

/** More than any order or batch a person reads; a bulk order of hundreds must not read hundreds of accounts. */
const MAX_NAMED = 60

const TOO_MANY_NAMED: MissingFact = {
  reason: 'failed',
  message: `more than ${MAX_NAMED} accounts are named; the others were not looked up`,
  root: 'named',
  error: null,
}

export type { MessageScanInput, MessageScanRequest } from './messageScanInput.ts'
export type { MessageScanResult } from './renderMessage.ts'

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = ['block', 'message', 'intents', 'sender', 'named', 'origin']
const SHOWN_OF_A_SIMULATION: readonly FactName[] = [
  'worstCaseExecutions',
  'worstCase',
  'worstCaseChanges',
  'approvalChanges',
  'spenders',
]

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  worstCaseExecutions: 'simulation',
  worstCase: 'balances',
  worstCaseChanges: 'balances',
  approvalChanges: 'allowances',
  sender: 'rpc',
  spenders: 'rpc',
  named: 'rpc',
  contractJudgements: 'contract-scan',
  walletJudgements: 'wallet-scan',
  lookalikeParties: 'logs',
  origin: 'lists',
}

/**
 * Builds POST /v1/scan/message: read what is asked, learn what the signature allows, execute the worst of it, judge. What
 * makes an account run calls is judged as a transaction of that account too.
 * @throws ApiError VALIDATION_ERROR for what no wallet could sign, UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the
 * chain's head could be read.
 */
export function createMessageScan(
  sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<MessageSources>,
  reader: MessageReader,
  explainer: Explainer | null = null,
  policyGate: Pick<PolicyGate, 'check' | 'policyOf'> | null = null,
) {
  return async function scanMessage(
    { asked, ...request }: MessageScanRequest,
    context: ScanContext,
  ): Promise<MessageScanResult> {
    const input: MessageScanInput = { ...request, message: reader.parse(asked) }
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    // Both read the same block, whenever they ask for it.
    const block = sources.block(signal)
    block.catch(() => undefined)
    const pinned = { ...sources, block: () => block }
    const intents = await openDelegatedCalls(reader.recognise(input.message), pinned, signal)
    const [gathered, executions] = await Promise.all([
      gatherFacts({
        providers: messageProviders(input, { ...reader, recognise: () => intents }, pinned),
        needed: [...SHOWN, ...SHOWN_OF_A_SIMULATION, ...messageDetectors.flatMap(({ needs }) => needs)],
        switchedOff: input.simulate ? [] : ['worstCaseExecutions'],
        failedExecutions: () => sources.failedExecutions?.() ?? [],
        onFact: context.onFact,
        signal,
      }),
      judgeExecutions(input, intents, pinned, signal),
    ])
    refuseWithoutHead(gathered, input)
    // An intent that cannot be used does no harm.
    const worthless = (gathered.facts.worstCaseExecutions ?? [])
      .filter((run) => run.worthless)
      .map(({ intent }) => intent)
    const usable = executions.filter(({ intent }) => !worthless.includes(intent))
    const failed = [failedSources(gathered), ...usable.map((execution) => execution.unavailable)]
    const rested = [gathered, ...usable.map((execution) => execution.gathered)]
    const agreement = await endpointAgreement(sources, rested, signal)
    const unavailable = withSecondEndpoint([...new Set(failed.flat())].sort(), agreement)
    const outcomes = [
      ...runDetectors(messageDetectors, withoutExecutionLosses(gathered, usable)),
      ...usable.flatMap((execution) => execution.outcomes),
    ]
    const diverged = usable.some((execution) => execution.diverged)
    const unexecuted = rested.flatMap(failedExecutions)
    const score = scoreOutcomes(outcomes, {
      chain: input.chain,
      failedSources: unavailable.length,
      diverged,
      failedExecutions: [...new Set(unexecuted)],
      agreement,
    })
    const { decode } = sources
    const clear = reader.clearSign(input.message)
    const parameters = await reader.parameters(input.message, signal)
    const { imitates } = sources
    const scan = {
      input,
      gathered,
      executions: usable,
      score,
      unavailable,
      intelAsOf: sources.intelAsOf(),
      decode,
      clear,
      parameters,
      imitates,
    }
    const result = renderMessage(scan)
    const explanation = await inWords(input.message.account, result, explainer, signal)
    const { chain, message } = input
    const actors = usable.flatMap(({ gathered: { facts } }) => facts.transaction?.from ?? [])
    const others = [...new Set(actors)].filter((one) => one !== message.account)
    const policy = await policyOfScan(
      policyGate,
      context,
      { chain, wallet: message.account, others },
      async () => {
        const worths = await gatherIntentWorths(sources, { intents, gathered }, signal)
        const { riskLevel } = result
        const ran = await Promise.all(
          usable.map(async (one) => executionEffects(sources, { chain, gathered: one.gathered, riskLevel }, signal)),
        )
        const executed = ran.filter((one) => one !== null)
        const own: AskedEffects = {
          effects: messageEffects({ chain, message, intents, gathered, worths, riskLevel, executed }),
        }
        const ofOthers = usable.flatMap(({ gathered: { facts } }, at): AskedEffects[] => {
          const [effects, of] = [ran[at], facts.transaction?.from]
          return effects && of !== undefined && of !== message.account ? [{ effects, of }] : []
        })
        return [own, ...ofOthers]
      },
      (effects) => (input.reserve ? messageReservation(chain, message, intents, effects) : null),
    )
    return { ...result, explanation, ...(policy && { policy }) }
  }
}

/** What the configured language model adds to the template. */
async function inWords(
  signer: string,
  { explanation, ...answer }: MessageScanResult,
  explainer: Explainer | null,
  signal: AbortSignal,
): Promise<MessageScanResult['explanation']> {
  if (explanation === null || explainer === null) return explanation
  const { chain: network, message, intents, simulation, recommendation } = answer
  const { balanceChanges = [], approvalChanges = [] } = simulation ?? {}
  const explained = {
    network,
    recommendation,
    signer,
    balanceChanges,
    approvalChanges,
    facts: { message, intents, balanceChanges, approvalChanges },
  }
  return explainInWords(explanation, explained, explainer, signal)
}

function refuseWithoutHead({ facts, missing }: GatheredFacts, input: MessageScanInput): void {
  if (facts.block) return
  const known = apiErrorOf(missing.block?.error)
  if (known) throw known
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: input.chain, deadlineMs: input.deadlineMs })
}

function failedSources(gathered: GatheredFacts): string[] {
  const { facts, missing, incomplete } = gathered
  const names = new Set<string>()
  // What could not be executed on principle, or is too much to look at, is no source's failure: it carries no error.
  const partly = Object.values(incomplete).filter(({ error }) => error !== null)
  for (const { reason, root } of [...Object.values(missing), ...partly]) {
    if (reason === 'failed' || reason === 'late') names.add(SOURCE_OF[root] ?? root)
  }
  if (failedExecutions(gathered).length > 0) names.add('simulation')
  const accounts = [facts.sender, ...Object.values({ ...facts.spenders, ...facts.named })]
  if (accounts.some((account) => account?.sanctioned === null)) names.add('sanctions')
  if (accounts.some((account) => account?.frozenBy === null)) names.add('freeze-lists')
  return [...names].sort()
}

/** How each fact of a message scan is learned. */
function messageProviders(
  {
    message,
    origin,
    spellings,
    paymentRequirements,
    deadlineMs,
  }: Pick<MessageScanInput, 'message' | 'origin' | 'spellings' | 'paymentRequirements' | 'deadlineMs'>,
  reader: MessageReader,
  sources: MessageSources,
): FactProviders {
  // Everything that follows from the execution waits for the one run.
  const ran = Promise.withResolvers<WorstCaseExecutionRun>()
  ran.promise.catch(() => undefined)
  const runOf = async (get: GetFact): Promise<WorstCaseExecutionRun> => {
    await get('worstCaseExecutions')
    return ran.promise
  }
  return {
    message: () => message,
    spellings: () => spellings,
    paymentRequirements: () => paymentRequirements,
    intents: () => reader.recognise(message),
    block: (_, signal) => sources.block(signal),
    now: gatherNow(sources.clock),
    origin: gatherOrigin(origin, sources.origin),
    sender: async (get, signal) => sources.account(await get('block'), message.account, signal),
    named: async (get, signal) => {
      const [block, intents] = await Promise.all([get('block'), get('intents')])
      const all = namedByIntents(intents)
      const reads = all.slice(0, MAX_NAMED).map((address) => sources.account(block, address, signal))
      const read = await accountsInTime(reads, signal)
      return all.length > MAX_NAMED && !(read instanceof Incomplete) ? new Incomplete(read, TOO_MANY_NAMED) : read
    },
    contractJudgements: async (get, signal) => {
      const [block, intents, named] = await Promise.all([get('block'), get('intents'), get('named')])
      const judge = createContractsJudge(sources, block)
      const modules = controlChangesOf({ intents, worstCaseExecutions: [] }).flatMap(({ kind, to }) =>
        kind === 'safe-module' && to !== null ? [to] : [],
      )
      const used = [...beneficiariesOf(intents, message.account).map(({ address }) => address), ...modules]
      judge.ask(
        [...new Set(used)].flatMap((address) => named[address] ?? []).map((account) => ({ account, decisive: true })),
        () => signal,
      )
      return judge.answer()
    },
    walletJudgements: async (get, signal) => {
      const [block, intents, named] = await Promise.all([get('block'), get('intents'), get('named')])
      const judge = createWalletsJudge(sources, block)
      const used = livingBeneficiaries(intents, message.account, named).flatMap((address) => named[address] ?? [])
      judge.ask(
        used.map((account) => ({ account, decisive: true })),
        () => AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 2))]),
      )
      return judge.answer()
    },
    imitations: async (get) =>
      Object.values(await get('named')).flatMap(({ address, token }) =>
        token?.symbol && sources.imitates(address, token.symbol) ? [address] : [],
      ),
    lookalikeParties: async (get, signal) => {
      const [block, intents, named] = await Promise.all([get('block'), get('intents'), get('named')])
      const targets = livingBeneficiaries(intents, message.account, named)
      if (targets.length === 0) return []
      const [senderHistory, knownParties] = await Promise.all([
        sources.senderHistory(block, message.account, signal),
        sources.knownParties?.(targets, signal) ?? [],
      ])
      // A party of a message may act later: each counts as a spender.
      const spenders = new Set(targets)
      const principals = [message.account]
      const found = deriveLookalikeParties({ targets, spenders, senderHistory, principals, knownParties })
      return withoutSiblings(sources, block, found, signal)
    },
    worstCaseExecutions: async (get, signal) => {
      const [block, intents] = await Promise.all([get('block'), get('intents')])
      const run = await sources.worstCaseExecutions(block, message, intents, signal)
      ran.resolve(run)
      const reason = run.worstCaseExecutions.find(({ notRun }) => notRun !== null)?.notRun
      return reason
        ? new Incomplete<WorstCaseExecution[]>(run.worstCaseExecutions, notExecuted(reason))
        : run.worstCaseExecutions
    },
    executedIntents: deriveExecutedIntents,
    worstCaseChanges: async (get, signal) => {
      const [block, run] = await Promise.all([get('block'), runOf(get)])
      const transaction = { from: message.account, to: null, value: 0n, data: '0x' } as const
      const rows = await sources.balanceChanges(block, transaction, run.together, signal)
      return rows.filter(({ account, address, change }) => {
        const madeUp =
          account === run.anyAccount && (change < 0n || address === null || run.pretended.includes(address))
        return !madeUp
      })
    },
    worstCase: async (get) => {
      const [intents, rows, run] = await Promise.all([get('intents'), get('worstCaseChanges'), runOf(get)])
      const movements = deriveWorstCase({ signer: message.account, intents, rows, decode: sources.decode })
      const reason = run.worstCaseExecutions.find(({ notRun }) => notRun !== null)?.notRun
      if (run.together.truncated)
        return new Incomplete(movements, notExecuted('the execution was too large to be inspected'))
      return reason ? new Incomplete(movements, notExecuted(reason)) : movements
    },
    permitDeposits: gatherPermitDeposits(sources, deadlineMs),
    consentingSpenders: gatherConsentingSpenders(sources),
    approvalChanges: async (get, signal) => {
      const [block, run] = await Promise.all([get('block'), runOf(get)])
      return sources.approvalChanges(block, run.together, signal)
    },
    spenders: async (get, signal) => {
      const [block, changes] = await Promise.all([get('block'), get('approvalChanges')])
      const unique = [...new Set(changes.map(({ spender }) => spender))]
      const read = await Promise.all(unique.map((address) => sources.account(block, address, signal)))
      return Object.fromEntries(read.map((account) => [account.address, account])) as Record<Address, Account>
    },
  }
}

/** No source failed, so none is to blame: but what was not executed is not known. */
function notExecuted(reason: string): MissingFact {
  return { reason: 'failed', message: reason, root: 'worstCaseExecutions', error: null }
}
