import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isWhole } from '@redoubt/risk/derive/claimed.ts'
import {
  depositFindings,
  depositsBehindNumbers,
  depositsInCustody,
  depositsOfAnyCaller,
} from '@redoubt/risk/derive/depositFindings.ts'
import { transactionDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import { type GatheredFacts, gatherFacts, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { DepositTrial, JudgedDeposit } from '@redoubt/risk/facts/deposit.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { transactionProviders } from '../transaction/transactionProviders.ts'
import type { TransactionSources } from '../transaction/transactionSources.ts'

/** Rules about what becomes of a deposit. Those about payments would accuse every shop: a contract may keep a price. */
const ABOUT_DEPOSITS: ReadonlySet<string> = new Set([
  'closing-withdrawal',
  'deposit-withdrawal',
  'deposit-without-withdrawal',
  'owner-withdrawal-of-deposits',
  'withdrawal-kill-switch',
])
const DETECTORS = transactionDetectors.filter(({ id }) => ABOUT_DEPOSITS.has(id))

/** Severities of findings after which no other payment is tried. */
const DECIDES: ReadonlySet<Severity> = new Set(['critical', 'high'])

/** What is known of the trials by the deadline, and why not all of them are. */
export type JudgedDeposits = { deposits: JudgedDeposit[]; missing: MissingFact | null }

/**
 * Judges payments into a contract by the very rules of a transaction scan, one after the other; the first serious finding ends it, since
 * it decides.
 */
export async function judgeDeposits(
  block: PinnedBlock,
  trials: readonly DepositTrial[],
  sourcesOf: (trial: DepositTrial) => TransactionSources,
  {
    functions,
    deadlineMs,
    signal,
  }: { functions: readonly ContractFunction[]; deadlineMs: number; signal: AbortSignal },
): Promise<JudgedDeposits> {
  const until = performance.now() + deadlineMs
  const deposits: JudgedDeposit[] = []
  for (const trial of trials) {
    const left = until - performance.now()
    if (left <= 0 || signal.aborted) return { deposits, missing: LATE }
    const gathered = await gatherDeposit(
      trial,
      { ...sourcesOf(trial), block: async () => block },
      { deadlineMs: left, signal },
    )
    const judged = judgedOf(trial, gathered)
    deposits.push(judged)
    if (judged.findings.some(({ severity, isSale }) => !isSale && DECIDES.has(severity))) break
    const missing = missingOf(gathered)
    if (missing !== null) return { deposits, missing: { ...missing, root: 'deposits' } }
  }
  return { deposits, missing: null }

  function judgedOf(
    { repeated, strangerTake, takesAgain, transaction: { data, to } }: DepositTrial,
    gathered: GatheredFacts,
  ): JudgedDeposit {
    const selector = data.length < 10 ? null : (data.slice(0, 10) as Hex)
    const [payments] = (gathered.facts.claims ?? []).flatMap((one) => one.payments ?? [])
    return {
      selector,
      signature: functions.find((made) => made.selector === selector)?.signature ?? null,
      repeated,
      ...(isRedeemed(gathered, to) && { redeemed: true as const }),
      ...(payments && { payments }),
      findings: [
        ...depositsOfAnyCaller(strangerTake, { entry: selector, functions }),
        ...depositsInCustody(gathered.facts, { functions, takesAgain }),
        ...depositsBehindNumbers(gathered.facts.claims ?? []),
        ...depositFindings(runDetectors(DETECTORS, gathered), gathered.facts.claims ?? []),
      ],
    }
  }
}

/** Whether the payment brought tokens of the contract, and withdrawals there paid all but a fee of it back. */
function isRedeemed({ facts: { claims = [], movements } }: GatheredFacts, contract: Address | null): boolean {
  const isBack = claims.length > 0 && claims.every((claim) => isWhole(claim) && claim.exit?.contract === contract)
  return isBack && movements?.gained.some(({ address }) => address === contract) === true
}

function gatherDeposit(
  { transaction }: DepositTrial,
  sources: TransactionSources,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<GatheredFacts> {
  const { chain } = sources
  const asked = { chain, transaction, spellings: [], origin: null, simulate: true, explain: false, deadlineMs }
  return gatherFacts({
    providers: transactionProviders(asked, sources),
    needed: ['transaction', ...DETECTORS.flatMap(({ needs }) => needs)],
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs))]),
  })
}

/** What only a secret opens was looked at: it is no failure. */
function missingOf({ missing, incomplete }: GatheredFacts): MissingFact | null {
  const inPart = incomplete.claims?.error ? incomplete.claims : undefined
  return missing.claims ?? missing.movements ?? inPart ?? null
}

const LATE: MissingFact = {
  reason: 'late',
  message: 'not every way to pay the contract was tried in time',
  root: 'deposits',
  error: null,
}
