import type { Address } from '@redoubt/risk/address.ts'
import type { Loss, Movements } from '@redoubt/risk/derive/shapes.ts'
import { transactionDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { type GatheredFacts, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { controlChangesOf, type RunningIntent, transactionOf } from '@redoubt/risk/message/messageCalls.ts'
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
 * addresses to check, its calls are made in one transaction, and the message's own rules judge the origin.
 */
const NOT_OF_A_MESSAGE: ReadonlySet<string> = new Set([
  'address-checksum-mismatch',
  'excessive-gas-price',
  'harmful-partial-bundle',
  'insufficient-balance',
  'official-origin',
  'origin-on-block-list',
  'unusable-nonce',
  'unusually-high-gas-use',
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
  ends: [],
}

/**
 * Returns the facts of a message without the losses that an execution, judged as a transaction, has too: that transaction's
 * rules know the recipients and the purpose. A loss only by the worst use of the signature (a Safe's refund) stays.
 */
export function withoutExecutionLosses(gathered: GatheredFacts, executions: readonly JudgedExecution[]): GatheredFacts {
  const { worstCase } = gathered.facts
  if (worstCase === undefined) return gathered
  const judged = executions.flatMap(({ gathered: { facts, incomplete } }) =>
    incomplete.movements === undefined ? (facts.movements?.lost ?? []) : [],
  )
  const lost = worstCase.lost.filter((loss) => !judged.some((one) => covers(one, loss)))
  return { ...gathered, facts: { ...gathered.facts, worstCase: { ...worstCase, lost } satisfies Movements } }
}

function covers(judged: Loss, { account, address, tokenId, amount }: Loss): boolean {
  const same = judged.account === account && judged.address === address && judged.tokenId === tokenId
  return same && judged.amount >= amount
}

/**
 * The facts of a message with the rows that only the executions as transactions show: a user operation that makes its
 * account first changes more than its call does. Rows of the worst use stay as they are.
 */
export function withExecutions(facts: Partial<Facts>, executions: readonly JudgedExecution[]): Partial<Facts> {
  const all = executions.map(({ gathered }) => gathered.facts)
  return {
    ...facts,
    worstCaseChanges: joined(
      [facts.worstCaseChanges, ...all.map(({ balanceChanges }) => balanceChanges)],
      ({ account, address, tokenId }) => `${account} ${address} ${tokenId}`,
    ),
    approvalChanges: joined(
      [facts.approvalChanges, ...all.map(({ approvalChanges }) => approvalChanges)],
      ({ token, owner, spender, standard, tokenId }) => `${token} ${owner} ${spender} ${standard} ${tokenId}`,
    ),
    spenders: Object.assign({}, ...all.map(({ spenders }) => spenders), facts.spenders),
    contractJudgements: Object.assign({}, ...all.map((one) => one.contractJudgements), facts.contractJudgements),
    walletJudgements: Object.assign({}, ...all.map((one) => one.walletJudgements), facts.walletJudgements),
  }
}

/** The first row of each key, in order. */
function joined<Row>(lists: readonly (readonly Row[] | undefined)[], keyOf: (row: Row) => string): Row[] {
  const rows = new Map<string, Row>()
  for (const row of lists.flatMap((list) => list ?? [])) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  return [...rows.values()]
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

const ZERO: Address = `0x${'0'.repeat(40)}`

/**
 * Every address that the intents name, in their order, each once: spenders, receivers, delegates, tokens, verifiers, and who
 * gains control of an account that calls itself. What an order gives comes last, because its signer knows it best and there is
 * no end to what it may list.
 */
export function namedByIntents(intents: readonly SignedIntent[]): Address[] {
  const found = new Set<Address>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && ADDRESS.test(value)) found.add(value.toLowerCase() as Address)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(intents.map((intent) => (intent.kind === 'order' ? { ...intent, gives: [] } : intent)))
  visit(controlChangesOf({ intents: [...intents], worstCaseExecutions: [] }).map(({ to }) => to))
  visit(intents.flatMap((intent): OrderAsset[] => (intent.kind === 'order' ? intent.gives : [])))
  found.delete(ZERO)
  return [...found]
}
