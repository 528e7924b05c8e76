import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { isOpenPull } from '@redoubt/risk/contract/guardedPullHits.ts'
import { decidesWhenFailed } from '@redoubt/risk/engine/decisiveFacts.ts'
import { ENDPOINT_AGREEMENT } from '@redoubt/risk/engine/endpointAgreement.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { getAddress } from 'viem/utils'
import type { ReliedWord } from '../../../domain/reliedWord.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { createAccountQueue } from '../../../lib/accountQueue.ts'
import { SERVICE_ACCOUNT } from '../../../lib/askingAccount.ts'
import { patient } from '../../../lib/patience.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { createEntityCache } from '../../reports/entityCache.ts'
import {
  currentJudgement,
  isCurrentJudgement,
  isCutShort,
  type KeptJudgement,
  restsOnUnknown,
  seriousFindings,
  weakTitles,
  withNewerFindings,
} from '../judgement.ts'
import { JudgesBusy } from '../judgementProblems.ts'
import type { Asker } from '../scanContext.ts'
import type { ContractSources } from './contractSources.ts'
import { type JudgedContract, judgeContract } from './judgeContract.ts'
import { reliedParts } from './reliedParts.ts'

/**
 * Judges a contract by the contract scan. Rejects with the reason of the signal when that fires first; the scan then goes on for the
 * next question.
 */
export type ContractJudge = {
  (
    block: PinnedBlock,
    account: Account,
    signal: AbortSignal,
    how?: Asker & Partial<JudgeOptions>,
  ): Promise<ContractJudgement>
  /** The kept judgement, where one stands at the block; null: none. Scans nothing. */
  kept(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<ContractJudgement | null>
  /** Whether a judgement is kept that `kept` may find to stand. */
  keeps(address: Address): boolean
  /**
   * Keeps what a contract scan for a caller found, so that other scans do not show an older judgement. Of an incomplete one, findings are
   * added to the kept judgement.
   */
  renew(judged: Found): Promise<void>
}

/**
 * `payments`: where no judgement is kept, what the code alone says is enough: at once (`unawaited`), or as an incomplete judgement when the
 * signal fires (`preferred`). Default: `awaited`.
 */
export type JudgeOptions = { payments: 'awaited' | 'preferred' | 'unawaited' }

/** A scan goes on for so many milliseconds, also where the question that began it has ended. */
const SCAN_MS = 10_000
/** One account has at most half of them. */
const MAX_SCANS_AT_ONCE = 4
/** Of one account. */
const MAX_WAITING = 256
/** Contracts into which payments are tried at a time, and milliseconds after which that begins where no question waits for it. */
const MAX_TRIED_AT_ONCE = 1
const UNAWAITED_MS = 1_000
/** For reading the few words that the scan did not read. */
const RELIED_MS = 2_000
const KEPT_MS = 10 * 60_000
const KEPT_IN_PART_MS = 15_000
const MAX_KEPT_BYTES = 8 * 1024 ** 2
/** Objects in memory, beside the bytes of their text. */
const BYTES_EACH = 2_000
const BYTES_OF_WORD = 300

/** What the code alone says of a contract into which payments are tried; `hurry`: a question waits for them. */
type ByCode = { promise: Promise<Kept>; kept: Kept | null; hurry(): void }
type Unbound = Omit<ContractJudgement, 'account'>
type Kept = KeptJudgement<Unbound>
type Found = Omit<JudgedContract, 'unavailable'>

/**
 * One judge for one network of one environment. Concurrent questions share one scan. A judgement is kept for a short while, and only for
 * the same code, implementation, lists and storage that it rests on.
 */
export function createContractJudge({
  sources: sourcesOfScan,
  listRevision,
  maxWaiting = MAX_WAITING,
  now = Date.now,
}: {
  /** Sources of one scan. */
  sources(): ContractSources
  /** Changes with every list and every word of the operator. */
  listRevision(): Promise<string>
  maxWaiting?: number
  /** Unix milliseconds. */
  now?: () => number
}): ContractJudge {
  const withoutWallets = ({ walletJudgement: _, ...sources }: ContractSources) => sources
  const sources = withoutWallets(sourcesOfScan())
  const turns = createAccountQueue({ places: () => MAX_SCANS_AT_ONCE })
  const trialTurns = createAccountQueue({ places: () => MAX_TRIED_AT_ONCE })
  /** What the code alone says, of the scans that go on. */
  const byCode = new Map<Address, ByCode>()
  const never = new AbortController().signal
  const cache = createEntityCache<Kept>({
    maxBytes: MAX_KEPT_BYTES,
    bytesOf: ({ judgement, relied }) =>
      BYTES_EACH + 200 * judgement.findings.length + BYTES_OF_WORD * (relied?.length ?? 0),
    madeAt: ({ madeAt }) => madeAt,
    freshMs: ({ judgement, cut }) => (cut ? 0 : judgement.complete ? KEPT_MS : KEPT_IN_PART_MS),
    staleMs: () => 0,
    // Every scan has the same time: a second one shows no more.
    isComplete: () => true,
    now,
  })

  async function scan(block: PinnedBlock, address: Address, account = SERVICE_ACCOUNT): Promise<Kept> {
    if (turns.waitingOf(account) >= maxWaiting) throw new JudgesBusy()
    const job = { account, cost: 1, maxWaitMs: Number.POSITIVE_INFINITY }
    const [first, hurry] = [Promise.withResolvers<Kept>(), Promise.withResolvers<void>()]
    const [paused, mayTry] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const running: ByCode = { promise: first.promise, kept: null, hurry: hurry.resolve }
    byCode.set(address, running)
    try {
      const { whole, isPaused } = await turns.run(job, async () => {
        const whole = judged(block, address, async (found) => {
          running.kept = await keptOf(block, address, found)
          first.resolve(running.kept)
          paused.resolve()
          await mayTry.promise
        })
        return { whole, isPaused: await Promise.race([paused.promise.then(() => true), whole.then(() => false)]) }
      })
      if (!isPaused) return await whole
      // A transaction that asks makes its own payment at this very moment.
      await Promise.race([hurry.promise, sleep(UNAWAITED_MS, undefined, { ref: false })])
      return await trialTurns.run(job, () => {
        mayTry.resolve()
        return whole
      })
    } finally {
      mayTry.resolve()
      if (byCode.get(address) === running) byCode.delete(address)
    }
  }

  async function judged(
    block: PinnedBlock,
    address: Address,
    beforePayments: (found: Found) => Promise<void>,
  ): Promise<Kept> {
    const checksummed = getAddress(address)
    const spelling = { member: 'address', spelled: checksummed, checksummed, checksumFailed: false } as const
    const found = await judgeContract(
      { chain: sources.chain, address, spelling, includeAbi: false, simulateTrade: true, deadlineMs: SCAN_MS },
      { ...withoutWallets(sourcesOfScan()), block: async () => block },
      { signal: AbortSignal.timeout(patient(SCAN_MS)), beforePayments },
    )
    return keptOf(block, address, found)
  }

  async function keptOf(block: PinnedBlock, address: Address, found: Found): Promise<Kept> {
    const madeAt = now()
    const relied = await reliedOn(block, address, found)
    return { judgement: judgementOf(address, block, found), madeAt, relied, cut: isCutShort(found.gathered) }
  }

  /** Null: not known. */
  async function reliedOn(block: PinnedBlock, address: Address, { gathered }: Found): Promise<Kept['relied']> {
    const signal = AbortSignal.timeout(patient(RELIED_MS))
    const words = sources.reliedWords?.(block, reliedParts(address, gathered.facts), signal)
    return (await words?.catch(() => null)) ?? null
  }

  const revisionOf = async ({ codeHash, kind }: Account) => {
    const implementation = kind !== null && 'implementation' in kind ? kind.implementation : null
    return `${await listRevision()} ${codeHash} ${implementation}`
  }

  const unchangedAt = (block: PinnedBlock, signal: AbortSignal) => async (words: readonly ReliedWord[]) =>
    (await sources.areUnchanged?.(block, words, signal)) ?? false

  const judge: (...asked: Parameters<ContractJudge>) => Promise<ContractJudgement> = async (
    block,
    account,
    signal,
    { payments = 'awaited', accountId, onBusy } = {},
  ) => {
    const { address } = account
    const revision = await revisionOf(account)
    const ask = async (fresh: boolean) => {
      const asked = { key: address, revision, deadlineMs: SCAN_MS, fresh, signal: never }
      const shared = cache.share(asked, () => scan(block, address, accountId))
      const whole = shared.then(
        ({ value }) => value,
        (error: unknown) => {
          if (error instanceof JudgesBusy) onBusy?.()
          throw error
        },
      )
      const first = byCode.get(address)
      if (payments !== 'unawaited') first?.hurry()
      if (first === undefined || payments === 'awaited') return withSignal(whole, signal)
      if (payments === 'unawaited') return withSignal(Promise.race([whole, first.promise]), signal)
      return withSignal(whole, signal).catch((error: unknown) => {
        if (!signal.aborted || first.kept === null) throw error
        return { ...first.kept, judgement: { ...first.kept.judgement, complete: false } }
      })
    }
    return { ...(await currentJudgement(block, { ask, areUnchanged: unchangedAt(block, signal), now })), account }
  }
  return Object.assign(judge, {
    keeps: (address: Address) => cache.has(address),
    async kept(block: PinnedBlock, account: Account, signal: AbortSignal) {
      const found = cache.peek(account.address, await revisionOf(account))
      if (
        found === null ||
        restsOnUnknown(found.judgement) ||
        !(await isCurrentJudgement(found, block, { areUnchanged: unchangedAt(block, signal), now }))
      )
        return null
      return { ...found.judgement, account }
    },
    async renew(found: Found): Promise<void> {
      const { block, subject } = found.gathered.facts
      if (block === undefined || subject === undefined) return
      const { address } = subject
      const made = judgementOf(address, block, found)
      const ask = { key: address, revision: await revisionOf(subject), deadlineMs: SCAN_MS, signal: never }
      const keep = (kept: Kept) => cache.share({ ...ask, fresh: true }, async () => kept)
      if (made.complete) {
        const madeAt = now()
        await keep({ judgement: made, madeAt, relied: await reliedOn(block, address, found), cut: false })
        return
      }
      const kept = cache.peek(address, ask.revision)
      const joined = kept === null ? null : withNewerFindings(kept.judgement, made)
      if (kept !== null && joined !== null) await keep({ ...kept, judgement: joined })
    },
  })
}

function judgementOf(address: Address, block: PinnedBlock, found: Found): Unbound {
  const { gathered, outcomes, score } = found
  return {
    address,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    findings: seriousFindings(outcomes, gathered),
    weak: weakTitles(outcomes, score.findings),
    complete: gathered.complete && !isCutOff(found),
    ...(isUnreadable(found) && { unreadable: true as const }),
    ...(gathered.facts.pullCoverage?.walletsByRecord && { walletsByRecord: true as const }),
    ...(hasOpenPulls(gathered.facts) && { openPulls: true as const }),
    blockNumber: block.number,
    rulesetVersion: RULESET_VERSION,
  }
}

/** By paths of its code, or by calls of a stranger that went through. */
function hasOpenPulls({ guardedPulls = [], capabilities = [] }: Found['gathered']['facts']): boolean {
  return (
    guardedPulls.some(isOpenPull) ||
    capabilities.some(
      ({ kind, state, call, repeats, raises }) =>
        kind === 'pull-approved-tokens' &&
        state === 'effective' &&
        call.callerRole === 'stranger' &&
        repeats === undefined &&
        raises === undefined,
    )
  )
}

/** A decisive fact is missing because a source failed or was late, or a rule threw: no quality of the contract. */
function isCutOff({ gathered: { missing, incomplete }, outcomes, score }: Found): boolean {
  if (outcomes.some(({ status, detector }) => status === 'failed' && decidesWhenFailed(detector))) return true
  if (score.missingDecisiveFacts.includes(ENDPOINT_AGREEMENT)) return true
  return (score.missingDecisiveFacts as FactName[]).some((name) => {
    const reason = missing[name]?.reason
    return reason === 'failed' || reason === 'late' || (incomplete[name]?.error ?? null) !== null
  })
}

/** The node lacks the state that decisive facts need, and nothing else is missing: the contract has no part in it. */
function isUnreadable({ gathered: { missing, incomplete }, outcomes, score }: Found): boolean {
  if (outcomes.some(({ status }) => status === 'failed')) return false
  const decisive = score.missingDecisiveFacts as FactName[]
  const errors = decisive.map((name) => (missing[name] ?? incomplete[name])?.error)
  return errors.length > 0 && errors.every((error) => error instanceof StateUnavailable)
}
