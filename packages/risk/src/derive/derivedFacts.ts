import type { Address } from '../address.ts'
import { deriveExecutedUpgrades } from '../contract/capabilityHits.ts'
import { deriveUpgrader } from '../contract/deriveUpgrader.ts'
import { deriveGaps } from '../contract/gaps.ts'
import { deriveUntradable } from '../contract/openMint.ts'
import { deriveKillSwitches } from '../contract/switchHits.ts'
import { deriveUnissued } from '../contract/unissued.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '../engine/gatherFacts.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Transaction } from '../facts/transaction.ts'
import { deriveCertificates, deriveRegistrations } from '../url/registrations.ts'
import { accountsIn } from './accountsIn.ts'
import { withoutBuilderTip } from './builderTip.ts'
import { applyClaims, applyClaimsToParts, applyParts } from './claimed.ts'
import { consentingIn } from './consentingSpenders.ts'
import { deriveDecodedSteps } from './decodedSteps.ts'
import { deriveExecutedIntents } from './executedIntents.ts'
import { deriveExits } from './exits.ts'
import { deriveGrants } from './grants.ts'
import { loggedApprovals } from './loggedApprovals.ts'
import { deriveLookalikeParties } from './lookalikeParties.ts'
import { deriveMovements, sumChanges } from './movements.ts'
import { derivePayees } from './payees.ts'
import { derivePrivilegeChanges } from './privilegeChanges.ts'
import { replacedCode } from './replacedCode.ts'
import type { ExecutedStep } from './shapes.ts'
import { spentPositions } from './spentPositions.ts'
import { waitingContracts } from './waitingContracts.ts'
import { withoutRevocations } from './withoutRevocations.ts'

/** Addresses of the call data that are compared with the sender's parties. */
const MAX_NAMED = 64

/** Providers of the facts that follow from other facts. Pass them beside the providers of the sources. */
export const DERIVED_FACTS = {
  gaps: deriveGaps,
  isUntradable: deriveUntradable,
  isUnissued: deriveUnissued,
  executedUpgrades: deriveExecutedUpgrades,
  upgrader: deriveUpgrader,
  killSwitches: deriveKillSwitches,
  certificates: deriveCertificates,
  registrations: deriveRegistrations,
  decodedSteps: async (get) => deriveDecodedSteps(await get('decodedCall')),
  principals: async (get) => derivePrincipals(await get('transaction'), await get('safes')),
  payees: async (get) => {
    const [transaction, steps, principals, recipient, counterparties] = await Promise.all([
      get('transaction'),
      get('decodedSteps'),
      get('principals'),
      attempt(get, 'recipient'),
      // Only an account that gains something can be a payee; without an execution plain payments still show.
      attempt(get, 'counterparties'),
    ])
    const accounts = { ...counterparties.value, ...(recipient.value && { [recipient.value.address]: recipient.value }) }
    return derivePayees(transaction, steps, { principals, accounts })
  },
  grants: async (get) => {
    const [steps, principals, spenders, changes, moved, simulation] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      get('spenders'),
      attempt(get, 'approvalChanges'),
      attempt(get, 'balanceChanges'),
      attempt(get, 'simulation'),
    ])
    const trace = simulation.value?.success === true ? simulation.value.trace : null
    const grants = deriveGrants({
      steps,
      principals,
      spenders,
      approvalChanges: changes.value,
      logged: trace === null ? new Set() : loggedApprovals(trace, principals),
      moved: moved.value ?? [],
    })
    return changes.missing ? new Incomplete(grants, changes.missing) : grants
  },
  // A service that executes bundles executes their ends too.
  harmfulPrefixes: async (get) => {
    const { calls = [], atomic = false } = await get('transaction')
    if (calls.length > 1 && !atomic) throw new Error('the ends of the bundle were not executed')
    return []
  },
  consentingSpenders: async (get) => {
    const probes = (await attempt(get, 'spenderProbes')).value ?? []
    return consentingIn(probes)
  },
  executedIntents: deriveExecutedIntents,
  pastDealings: async (get) => (await attempt(get, 'senderHistory')).value,
  lookalikeParties: async (get) => {
    const [
      transaction,
      payees,
      grants,
      history,
      principals,
      knownParties,
      balanceChanges,
      recipient,
      changes,
      simulation,
    ] = await Promise.all([
      get('transaction'),
      get('payees'),
      get('grants'),
      attempt(get, 'senderHistory'),
      get('principals'),
      attempt(get, 'knownParties'),
      attempt(get, 'balanceChanges'),
      attempt(get, 'recipient'),
      attempt(get, 'approvalChanges'),
      attempt(get, 'simulation'),
    ])
    // What was executed shows items that an approval gives: their spenders are among the grants.
    const isExecuted = simulation.value?.outcome === 'succeeded' && changes.missing === undefined
    const isCounted = (token: Address) => {
      const known = recipient.value?.address === token ? recipient.value.token : undefined
      return known ? known.standard === 'erc20' : isExecuted
    }
    const spenders = new Set(grants.map(({ spender }) => spender))
    const gainers = (balanceChanges.value ?? []).filter(({ change }) => change > 0n).map(({ account }) => account)
    const found = deriveLookalikeParties({
      // A bridge or a router pays the account that an argument names, elsewhere or later.
      targets: [
        ...payees.map(({ address }) => address),
        ...spenders,
        ...gainers,
        ...accountsIn(withoutRevocations(transaction, isCounted), MAX_NAMED),
      ],
      spenders,
      senderHistory: history.value ?? [],
      principals,
      knownParties: knownParties.value ?? [],
    })
    if (history.missing) return new Incomplete(found, history.missing)
    return knownParties.missing ? new Incomplete(found, { ...knownParties.missing, decisive: false }) : found
  },
  movements: async (get) => {
    const [executed, claims, simulation, parts] = await Promise.all([
      get('executedMovements'),
      attempt(get, 'claims'),
      get('simulation'),
      attempt(get, 'parts'),
    ])
    const movements = applyParts(applyClaims(executed, claims.value ?? []), parts.value ?? [])
    if (simulation.byLogsAlone) return new Incomplete(movements, BY_LOGS_ALONE)
    return simulation.truncated ? new Incomplete(movements, CUT_OFF) : movements
  },
  parts: async (get) => {
    const [parts, claims] = await Promise.all([get('executedParts'), attempt(get, 'claims')])
    return applyClaimsToParts(parts, claims.value ?? [])
  },
  executedMovements: async (get) => {
    const [block, transaction, steps, principals, payees, balanceChanges, executed] = await Promise.all([
      get('block'),
      get('transaction'),
      get('decodedSteps'),
      get('principals'),
      get('payees'),
      get('balanceChanges'),
      get('executedSteps'),
    ])
    return deriveMovements({
      transaction,
      steps,
      principals,
      payees,
      balanceChanges: withoutBuilderTip(withoutCharges(balanceChanges, { executed, principals }), {
        builder: block.coinbase,
        principals,
        payees,
      }),
      several: transaction.calls !== undefined || executed.length > 1,
    })
  },
  spentPositions: async (get) => {
    const [transaction, steps, principals, payees, balanceChanges, { stateDiff }] = await Promise.all([
      get('transaction'),
      get('decodedSteps'),
      get('principals'),
      get('payees'),
      get('balanceChanges'),
      get('simulation'),
    ])
    return spentPositions({ transaction, steps, principals, payees, balanceChanges, stateDiff })
  },
  moved: async (get) => {
    const [movements, balanceChanges, simulation, transaction] = await Promise.all([
      attempt(get, 'movements'),
      attempt(get, 'balanceChanges'),
      attempt(get, 'simulation'),
      attempt(get, 'transaction'),
    ])
    if (movements.missing) return new Incomplete(null, movements.missing)
    if (balanceChanges.missing) return new Incomplete(null, balanceChanges.missing)
    const moved = {
      movements: movements.value,
      balanceChanges: balanceChanges.value,
      replaced: replacedCode(transaction.value, simulation.value),
    }
    const { truncated, byLogsAlone } = simulation.value ?? {}
    return byLogsAlone || truncated ? new Incomplete(moved, byLogsAlone ? BY_LOGS_ALONE : CUT_OFF) : moved
  },
  exits: async (get) => {
    const [judgements, transaction, steps, principals] = await Promise.all([
      get('contractJudgements'),
      get('transaction'),
      get('decodedSteps'),
      get('principals'),
    ])
    if (Object.keys(judgements).length === 0) return []
    const [grants, privilegeChanges, moved, approvalChanges, simulation, parts] = await Promise.all([
      attempt(get, 'grants'),
      attempt(get, 'privilegeChanges'),
      attempt(get, 'moved'),
      attempt(get, 'approvalChanges'),
      attempt(get, 'simulation'),
      attempt(get, 'parts'),
    ])
    // An exit must be shown by facts.
    if (grants.value === null || privilegeChanges.value === null) return []
    const isWhole = simulation.value !== null && !simulation.value.truncated && simulation.value.byLogsAlone !== true
    const executed =
      isWhole && simulation.value !== null && moved.value !== null && approvalChanges.value !== null
        ? {
            success: simulation.value.success,
            movements: moved.value.movements,
            balanceChanges: moved.value.balanceChanges,
            approvalChanges: approvalChanges.value,
            parts: parts.value ?? [],
          }
        : null
    return deriveExits({
      judgements: Object.values(judgements),
      transaction,
      steps,
      principals,
      grants: grants.value,
      privilegeChanges: privilegeChanges.value,
      executed,
    })
  },
  privilegeChanges: async (get) => {
    const [steps, principals, simulation, { nonce }, sender] = await Promise.all([
      get('decodedSteps'),
      get('principals'),
      attempt(get, 'simulation'),
      get('transaction'),
      attempt(get, 'sender'),
    ])
    const waiting = sender.value ? waitingContracts(sender.value, nonce) : []
    const changes = derivePrivilegeChanges({ steps, principals, simulation: simulation.value }).map((change) =>
      waiting.includes(change.contract) ? { ...change, waiting: true as const } : change,
    )
    const { truncated, byLogsAlone } = simulation.value ?? {}
    const missing = byLogsAlone ? BY_LOGS_ALONE : truncated ? CUT_OFF : simulation.missing
    return missing ? new Incomplete(changes, missing) : changes
  },
} as const satisfies FactProviders

/** Leaves a paymaster's charges out: `paymasterCharge` covers them, and a fee of the operation is no loss in what it does. */
function withoutCharges(
  rows: readonly BalanceChange[],
  { executed, principals }: { executed: readonly ExecutedStep[]; principals: readonly Address[] },
): readonly BalanceChange[] {
  const charged = executed
    .filter(({ byPaymaster }) => byPaymaster)
    .flatMap(({ changes }) => changes)
    .filter(({ account }) => principals.includes(account))
  if (charged.length === 0) return rows
  const back = charged.map((row) => ({
    ...row,
    change: -row.change,
    changeUsd: row.changeUsd === null ? null : -row.changeUsd,
  }))
  return sumChanges([rows, back])
}

/** A contract can log anything. */
const BY_LOGS_ALONE: MissingFact = {
  reason: 'failed',
  message: 'what moved is known by logs alone',
  root: 'balanceChanges',
  error: null,
}

/** The call tree was cut off at its cap; later transfers and events are not known. */
const CUT_OFF: MissingFact = {
  reason: 'failed',
  message: 'the execution was too large to be inspected completely',
  root: 'simulation',
  error: null,
}

/** The sender, and each genuine Safe whose `execTransaction` is called: its owners' assets are what is at stake then. */
function derivePrincipals(transaction: Transaction, safes: readonly Address[]): Address[] {
  return [...new Set([transaction.from, ...safes])]
}
