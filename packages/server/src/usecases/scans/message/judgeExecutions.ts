import type { Address } from '@redoubt/risk/address.ts'
import { transactionDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { type GatheredFacts, Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { type RunningIntent, transactionOf } from '@redoubt/risk/message/transactionOf.ts'
import { runDetectors } from '@redoubt/risk/runDetectors.ts'
import { accountsInTime } from '../transaction/accountsInTime.ts'
import { type JudgedTransaction, judgeTransaction } from '../transaction/judgeTransaction.ts'
import type { TransactionSources } from '../transaction/transactionSources.ts'
import type { MessageScanInput } from './messageScanInput.ts'

/** What one intent makes an account do, judged as a transaction of that account. */
export type JudgedExecution = JudgedTransaction & { intent: number }

/** More executions than any honest message has. */
const MAX = 4

/**
 * Rules that do not apply to a signature: its user pays the network and chooses the nonce, typed data has no spelling of
 * addresses to check, and the message's own rules judge the origin.
 */
const NOT_OF_A_MESSAGE: ReadonlySet<string> = new Set([
  'address-checksum-mismatch',
  'excessive-fee',
  'missing-balance',
  'official-origin',
  'origin-on-block-list',
  'unusable-nonce',
  'unusually-high-gas',
])
const DETECTORS = transactionDetectors.filter(({ id }) => !NOT_OF_A_MESSAGE.has(id))

/**
 * Judges every intent that makes an account run calls by the very rules of a transaction scan: the same executions, the same
 * detectors. What cannot be put as a transaction leaves all of these rules unknown.
 */
export async function judgeExecutions(
  { chain, message, simulate, explain, deadlineMs }: MessageScanInput,
  intents: readonly SignedIntent[],
  sources: TransactionSources,
  signal: AbortSignal,
): Promise<JudgedExecution[]> {
  const running = intents.flatMap((intent, at) => (runsCalls(intent) ? [{ intent, at }] : []))
  return Promise.all(
    running.map(async ({ intent, at }, place) => {
      const runner = await classOf(intent.kind === 'execution' ? intent.account : message.account, sources, signal)
      const transaction = place < MAX ? transactionOf(intent, { message, chain, runner }) : null
      if (transaction === null) return { ...NOT_JUDGED, intent: at }
      const input = { chain, transaction, simulate, explain, deadlineMs, spellings: [], origin: null }
      return { ...(await judgeTransaction(input, sources, { signal, detectors: DETECTORS })), intent: at }
    }),
  )
}

/** Null when it is not known in time. */
async function classOf(
  address: Address,
  sources: TransactionSources,
  signal: AbortSignal,
): Promise<AccountClass | null> {
  const read = sources.block(signal).then((block) => sources.account(block, address, signal))
  const known = await accountsInTime([read], signal)
  return known instanceof Incomplete ? null : (known[address]?.class ?? null)
}

function runsCalls(intent: SignedIntent): intent is RunningIntent {
  return intent.kind === 'execution' || intent.kind === 'hidden-transaction'
}

const NOTHING: GatheredFacts = {
  facts: {},
  missing: {
    transaction: {
      reason: 'failed',
      root: 'transaction',
      error: null,
      message: 'what the account would run cannot be put as a transaction',
    },
  },
  incomplete: {},
  complete: true,
}
const NOT_JUDGED: JudgedTransaction = {
  gathered: NOTHING,
  outcomes: runDetectors(DETECTORS, NOTHING),
  unavailable: [],
  diverged: false,
}
