import type { Address } from '@redoubt/risk/address.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { WalletJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { CONTRACT_SCAN_RESULT } from '@redoubt/risk/wallet/walletScore.ts'
import { getAddress } from 'viem/utils'
import type { ReliedWord } from '../../../domain/reliedWord.ts'
import { createAccountQueue } from '../../../lib/accountQueue.ts'
import { SERVICE_ACCOUNT } from '../../../lib/askingAccount.ts'
import { patient } from '../../../lib/patience.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { createEntityCache } from '../../reports/entityCache.ts'
import { reliedParts } from '../contract/reliedParts.ts'
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
import type { JudgedWallet } from './judgedWallet.ts'
import { judgeWallet } from './judgeWallet.ts'
import type { WalletSources } from './walletSources.ts'

/** Judges an account by the wallet scan. Rejects with the reason of the signal when that fires first; the scan then goes on. */
export type WalletJudge = {
  (block: PinnedBlock, account: Account, signal: AbortSignal, asker?: Asker): Promise<WalletJudgement>
  /** The kept judgement, where one stands at the block; null: none. Scans nothing. */
  kept(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<WalletJudgement | null>
  /** Whether a judgement is kept that `kept` may find to stand. */
  keeps(address: Address): boolean
  /**
   * Keeps what a wallet scan for a caller found, so that other scans do not show an older judgement. Of an incomplete one, findings are
   * added to the kept judgement.
   */
  renew(judged: JudgedWallet): Promise<void>
}

const SCAN_MS = 10_000
/** One account has at most half of them. */
const MAX_SCANS_AT_ONCE = 8
/** Of one account. */
const MAX_WAITING = 512
const RELIED_MS = 2_000
const KEPT_MS = 10 * 60_000
const KEPT_IN_PART_MS = 15_000
const MAX_KEPT_BYTES = 8 * 1024 ** 2
const BYTES_EACH = 2_000

type Kept = KeptJudgement<WalletJudgement>

/** One judge for one network of one environment, of public facts only. Concurrent questions share one scan. */
export function createWalletJudge({
  sources: sourcesOfScan,
  listRevision,
  now = Date.now,
}: {
  /** Sources of one scan. */
  sources(): WalletSources
  /** Changes with every list and every word of the operator. */
  listRevision(): Promise<string>
  /** Unix milliseconds. */
  now?: () => number
}): WalletJudge {
  const withoutCode = ({ codeJudgement: _, ...sources }: WalletSources) => sources
  const sources = withoutCode(sourcesOfScan())
  const turns = createAccountQueue({ places: () => MAX_SCANS_AT_ONCE })
  const never = new AbortController().signal
  const cache = createEntityCache<Kept>({
    maxBytes: MAX_KEPT_BYTES,
    bytesOf: ({ judgement, relied }) => BYTES_EACH + 200 * judgement.findings.length + 300 * (relied?.length ?? 0),
    madeAt: ({ madeAt }) => madeAt,
    freshMs: ({ judgement, cut }) => (cut ? 0 : judgement.complete ? KEPT_MS : KEPT_IN_PART_MS),
    staleMs: () => 0,
    isComplete: () => true,
    now,
  })

  async function scan(block: PinnedBlock, { address, codeSize }: Account, asker = SERVICE_ACCOUNT): Promise<Kept> {
    if (turns.waitingOf(asker) >= MAX_WAITING) throw new JudgesBusy()
    return turns.run({ account: asker, cost: 1, maxWaitMs: Number.POSITIVE_INFINITY }, async () => {
      const madeAt = now()
      const found = await judged(block, address)
      const relied = codeSize === 0 ? [] : await reliedOn(block, address)
      return { judgement: judgementOf(address, block, found), madeAt, relied, cut: isCutShort(found.gathered) }
    })
  }

  /** Words of an account with code; null: not known. */
  async function reliedOn(block: PinnedBlock, address: Address): Promise<Kept['relied']> {
    const words = sources.reliedWords?.(block, reliedParts(address, {}), AbortSignal.timeout(patient(RELIED_MS)))
    return (await words?.catch(() => null)) ?? null
  }

  function judged(block: PinnedBlock, address: Address): Promise<JudgedWallet> {
    const checksummed = getAddress(address)
    const spelling = { member: 'address', spelled: checksummed, checksummed, checksumFailed: false } as const
    return judgeWallet(
      { chain: sources.chain, address, spelling, owner: null, deadlineMs: SCAN_MS },
      { ...withoutCode(sourcesOfScan()), block: async () => block },
      { signal: AbortSignal.timeout(patient(SCAN_MS)) },
    )
  }

  const revisionOf = async ({ codeHash, nonce }: Account) => `${await listRevision()} ${codeHash} ${nonce}`

  const unchangedAt = (block: PinnedBlock, signal: AbortSignal) => async (words: readonly ReliedWord[]) =>
    words.length === 0 || ((await sources.areUnchanged?.(block, words, signal)) ?? false)

  const judge = async (block: PinnedBlock, account: Account, signal: AbortSignal, asker: Asker = {}) => {
    const { address } = account
    const revision = await revisionOf(account)
    const ask = async (fresh: boolean) => {
      const asked = { key: address, revision, deadlineMs: SCAN_MS, fresh, signal: never }
      const shared = cache.share(asked, () => scan(block, account, asker.accountId))
      const { value } = await withSignal(shared, signal).catch((error: unknown) => {
        if (error instanceof JudgesBusy) asker.onBusy?.()
        throw error
      })
      return value
    }
    return currentJudgement(block, { ask, areUnchanged: unchangedAt(block, signal), now })
  }
  return Object.assign(judge, {
    keeps: (address: Address) => cache.has(address),
    async kept(block: PinnedBlock, account: Account, signal: AbortSignal) {
      const found = cache.peek(account.address, await revisionOf(account))
      if (found === null || restsOnUnknown(found.judgement)) return null
      const stands = await isCurrentJudgement(found, block, { areUnchanged: unchangedAt(block, signal), now })
      return stands ? found.judgement : null
    },
    async renew(found: JudgedWallet): Promise<void> {
      const { block, subject } = found.gathered.facts
      if (block === undefined || subject === undefined) return
      const { address, codeSize } = subject
      const made = judgementOf(address, block, ofWallet(found))
      const ask = { key: address, revision: await revisionOf(subject), deadlineMs: SCAN_MS, fresh: true, signal: never }
      if (made.complete) {
        const madeAt = now()
        const relied = codeSize === 0 ? [] : await reliedOn(block, address)
        await cache.share(ask, async () => ({ judgement: made, madeAt, relied, cut: false }))
        return
      }
      const kept = cache.peek(address, ask.revision)
      const joined = kept === null ? null : withNewerFindings(kept.judgement, made)
      if (kept === null || joined === null) return
      const worse = [kept.judgement.toOthers, made.toOthers].sort((a, b) => b.riskScore - a.riskScore)
      const judgement = { ...joined, toOthers: worse[0] ?? joined.toOthers }
      await cache.share(ask, async () => ({ ...kept, judgement }))
    },
  })
}

/** Rules of the shared judgement: none about how the question was written, and not the contract scan, which is kept by itself. */
function ofWallet(found: JudgedWallet): JudgedWallet {
  const outcomes = found.outcomes.filter(
    ({ detector: { id, ofQuestion } }) => !ofQuestion && id !== CONTRACT_SCAN_RESULT,
  )
  return { ...found, outcomes, score: found.scoreOf(outcomes) }
}

function judgementOf(
  address: Address,
  block: PinnedBlock,
  { gathered, outcomes, score, scoreOf }: JudgedWallet,
): WalletJudgement {
  const others = outcomes.filter(({ detector }) => detector.ofOwner !== true)
  const { riskScore, riskLevel } = scoreOf(others)
  return {
    address,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    findings: seriousFindings(outcomes, gathered),
    weak: weakTitles(outcomes, score.findings),
    complete: gathered.complete && score.missingDecisiveFacts.length === 0,
    toOthers: { riskScore, riskLevel, findings: seriousFindings(others, gathered) },
    blockNumber: block.number,
    rulesetVersion: RULESET_VERSION,
  }
}
