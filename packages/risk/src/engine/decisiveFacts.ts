import type { FactName } from '../facts/facts.ts'
import type { Detector, Subject } from './detector.ts'
import type { MissingFact } from './gatherFacts.ts'

/** `always`: nothing is safe without it. `outage`: only when a source failed or was late; what no source offers lowers confidence. */
type Weight = 'always' | 'outage'

/**
 * The facts that a verdict needs, by subject: without one of them nothing is SAFE or PROCEED and the answer is not complete. Facts
 * derived from a decisive one stand beside it, because the rules ask for them by name. A fact that is not here (prices, published
 * source, registration data) lowers confidence only. URL rules say for themselves what decides (`Detector.decisive`).
 */
export const DECISIVE_FACTS: Readonly<Record<Subject, Partial<Record<FactName, Weight>>>> = {
  // Simulation, balance and approval changes, code, and judgements of the accounts that receive privileges or value.
  transaction: {
    transaction: 'always',
    block: 'always',
    now: 'always',
    simulation: 'always',
    balanceChanges: 'always',
    movements: 'always',
    moved: 'always',
    claims: 'always',
    rights: 'outage',
    // What approvals change is asked for as `grants`, which is cut where they are not known.
    grants: 'always',
    consentingSpenders: 'outage',
    openAllowances: 'outage',
    ownWallets: 'outage',
    spenders: 'always',
    privilegeChanges: 'always',
    principals: 'always',
    decodedSteps: 'always',
    payees: 'always',
    recipient: 'always',
    counterparties: 'always',
    contractJudgements: 'always',
    purchaseJudgements: 'always',
    walletJudgements: 'always',
    exits: 'always',
    harmfulPrefixes: 'always',
    saleProbes: 'outage',
    collections: 'outage',
    tokenPulls: 'outage',
    delegates: 'always',
    delegations: 'always',
    origin: 'always',
  },
  // Decoding, worst-case execution, judgement of verifier and beneficiary.
  message: {
    message: 'always',
    block: 'always',
    now: 'always',
    intents: 'always',
    worstCaseExecutions: 'always',
    executedIntents: 'always',
    worstCase: 'always',
    permitDeposits: 'outage',
    consentingSpenders: 'outage',
    paymentRequirements: 'always',
    named: 'always',
    contractJudgements: 'always',
    walletJudgements: 'always',
    imitations: 'always',
    origin: 'always',
  },
  // Code and implementation, trade where it is a token with a market, privileges and their holders.
  contract: {
    subject: 'always',
    block: 'always',
    token: 'always',
    bytecode: 'always',
    proxy: 'always',
    implementations: 'always',
    delegateActs: 'outage',
    guardedTokenPowers: 'always',
    trade: 'always',
    isUnissued: 'always',
    isUntradable: 'always',
    privileged: 'always',
    switches: 'always',
    capabilities: 'always',
    executedUpgrades: 'always',
    upgrader: 'always',
    walletJudgement: 'outage',
    coinTraps: 'outage',
    deposits: 'outage',
  },
  // Code kind, lists, own live approvals. A past that no node keeps decides nothing; one that a failing node hides does.
  wallet: {
    subject: 'always',
    block: 'always',
    walletContract: 'always',
    walletExtensions: 'outage',
    codeJudgement: 'outage',
    delegateActs: 'outage',
    walletApprovals: 'always',
    walletActivity: 'outage',
    walletCounterparties: 'outage',
    exposures: 'outage',
    fundingChain: 'outage',
    flaggedDeployments: 'outage',
    lookalikes: 'outage',
  },
  url: {},
}

/** Whether a fact that is missing, whole or in part, decides the verdict. Switched off by the caller counts the same as failed. */
export function isDecisive(
  { appliesTo, decisive = false }: Detector,
  name: FactName,
  { missed, whole }: { missed: MissingFact | undefined; whole: boolean },
): boolean {
  if (missed?.decisive === false) return false
  if (appliesTo === 'url') return decisive && missed?.reason !== 'switched-off'
  const weight = DECISIVE_FACTS[appliesTo][name]
  return weight === 'always' || (weight === 'outage' && isOutage(missed, whole))
}

/** A fact known in part that carries no error is only too much to look at. */
function isOutage(missed: MissingFact | undefined, whole: boolean): boolean {
  return whole ? missed?.reason === 'failed' || missed?.reason === 'late' : (missed?.error ?? null) !== null
}

/** Whether a rule that threw decides: one about a decisive fact that could have asked for a review. */
export function decidesWhenFailed({ appliesTo, decisive = false, needs, soft = false, severity }: Detector): boolean {
  if (decisive) return true
  const asksForReview = !soft && (severity === 'medium' || severity === 'high' || severity === 'critical')
  return asksForReview && needs.some((name) => DECISIVE_FACTS[appliesTo][name] !== undefined)
}
