import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import { isFailedExecution } from '@redoubt/risk/engine/gatherFacts.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { ActingWallet, SignedTransaction, SignedTransactions } from '../../domain/ports/signedTransactions.ts'
import type { SendVerdict } from '../../domain/rpc/heldTransaction.ts'
import { type MadeCall, madeCalls } from '../policies/madeCalls.ts'
import { transactionEffects } from '../policies/transactionEffects.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import type { ScannedExecution } from '../scans/transaction/scanExecution.ts'
import type { TransactionScanInput } from '../scans/transaction/transactionScanInput.ts'

export type ScanSend = (input: TransactionScanInput, context: ScanContext) => Promise<ScannedExecution>

/** A send as it was judged: the worst of its scans, and what it lets go of each wallet that it concerns. */
export type JudgedSend = {
  verdict: SendVerdict
  /** The scan of the transaction itself. */
  outer: ScannedExecution
  effects: { wallet: Address; effects: Effects; unknown: string[] }[]
}

/** Longest time for the scans of one send, in milliseconds. */
const SEND_DEADLINE_MS = 8_000
/** Wallets acted for that are judged one by one. */
const MAX_ACTING = 8
/** Wallets whose policies are asked. */
const MAX_WALLETS = 32
const MAX_FINDINGS = 3
const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * Scans a transaction as POST /v1/scan/transaction does, and what the wallets that it acts for do by it. What cannot be read, and
 * wallets beyond the bound, make the verdict incomplete.
 * @param nonce what the sender has used up, null when it is not known: a later transaction is judged as if it came next.
 */
export async function judgeSend(
  scan: ScanSend,
  {
    actingWallets,
    guardedOf,
  }: Pick<SignedTransactions, 'actingWallets'> & {
    /** Which of the accounts have a policy. */
    guardedOf(accounts: readonly Address[]): Promise<Address[]>
  },
  { chain, signed, nonce }: { chain: Chain; signed: SignedTransaction; nonce: number | null },
  context: ScanContext,
): Promise<JudgedSend> {
  const ask = (transaction: Transaction) =>
    scan(
      {
        chain,
        transaction,
        spellings: [],
        origin: null,
        simulate: true,
        explain: true,
        deadlineMs: SEND_DEADLINE_MS,
      },
      context,
    )
  const { nonce: own, ...unnumbered } = signed.transaction
  const outer = await ask(nonce !== null && own !== undefined && own > BigInt(nonce) ? unnumbered : signed.transaction)
  const trace = outer.simulation?.trace ?? null
  const unwrapped = await actingWallets(signed.transaction, trace)
  const touched = touchedBy(signed, outer, unwrapped)
  const acts = (wallet: Address) => touched.known.has(wallet) || touched.calls.has(wallet)
  const guarded = await guardedOf(touched.all)
  // A wallet that acts in a way that no decoder knows: a module, a delegate, another execute function.
  const traced = guarded
    .filter((wallet) => !touched.known.has(wallet) && touched.calls.has(wallet))
    .map((wallet) => ({ wallet, transaction: bundleOf(wallet, touched.calls.get(wallet) ?? []) }))
  const acting = [...unwrapped, ...traced]
  const actors = acting.flatMap(({ wallet }) => wallet ?? [])
  const readable = acting.flatMap(({ transaction }) => (transaction === null ? [] : [transaction])).slice(0, MAX_ACTING)
  const inner = await Promise.all(readable.map(ask))
  const scans = [outer, ...inner].map((one) => one.scan)
  const [worst = outer.scan] = scans.toSorted((a, b) => b.riskScore - a.riskScore)
  const isWhole = outer.simulation !== null && !outer.simulation.truncated
  const complete = isWhole && scans.every((one) => one.complete) && readable.length === acting.length
  const findings = scans.flatMap(({ warnings }) => warnings).filter(({ impact }) => impact > 0)
  const verdict: SendVerdict = {
    recommendation: worst.recommendation,
    riskScore: worst.riskScore,
    riskLevel: worst.riskLevel,
    complete,
    missing: missingOf([outer, ...inner], readable.length === acting.length),
    findings: [...new Map(findings.map((one) => [one.id, one])).values()]
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.impact - a.impact)
      .slice(0, MAX_FINDINGS)
      .map(({ id, severity, title, description }) => ({ id, severity, title, description })),
  }
  const about = (wallet: Address, unread: string[]) => {
    const own = inner.filter((_, at) => readable[at]?.from === wallet).map((one) => one.gathered)
    const effects = transactionEffects({
      chain,
      transaction: signed.transaction,
      gathered: outer.gathered,
      worths: outer.worths,
      riskLevel: worst.riskLevel,
      method: 'eth_sendRawTransaction',
      of: { wallet, delegates: signed.authorities.includes(wallet), own, actors },
    })
    const unknown = [...(effects.complete ? [] : ['execution']), ...(verdict.missing ?? []), ...unread]
    return { wallet, effects: { ...effects, complete: effects.complete && complete && unread.length === 0 }, unknown }
  }
  const asked = [...new Set([signed.transaction.from, ...guarded])]
  const isAll = asked.length <= MAX_WALLETS
  // Its own storage is written by a call that it does not make: what that changes is not known.
  const isRead = (wallet: Address) => acts(wallet) || !touched.written.has(wallet)
  const unreadOf = (wallet: Address) => [
    ...(isAll ? [] : ['other wallets']),
    ...(isRead(wallet) ? [] : ['own storage']),
  ]
  const effects = asked.slice(0, MAX_WALLETS).map((wallet) => about(wallet, unreadOf(wallet)))
  return { verdict, outer, effects }
}

/** The accounts whose policies count: those that act, lose an asset or give an approval, and those whose own storage or code is written. */
function touchedBy(
  { transaction, authorities }: SignedTransaction,
  { simulation, balanceChanges, approvalChanges }: ScannedExecution,
  acting: readonly ActingWallet[],
) {
  const written = Object.entries(simulation?.stateDiff ?? {}).flatMap(([account, { code, storage }]) =>
    code !== undefined || Object.keys(storage).length > 0 ? [account as Address] : [],
  )
  const losing = (balanceChanges ?? []).filter(({ change }) => change < 0n).map(({ account }) => account)
  const giving = (approvalChanges ?? []).filter(({ after }) => after > 0n).map(({ owner }) => owner)
  const calls = simulation === null ? new Map<Address, MadeCall[]>() : madeCalls(simulation)
  const known = new Set([transaction.from, ...authorities, ...acting.flatMap(({ wallet }) => wallet ?? [])])
  return {
    /** Judged by what they sign or do. */
    known,
    calls,
    written: new Set(written),
    all: [...new Set([...known, ...losing, ...giving, ...calls.keys(), ...written])],
  }
}

/** Names of what the scans could not learn in time or execute. */
function missingOf(scans: readonly ScannedExecution[], isRead: boolean): string[] {
  const roots = scans.flatMap(({ gathered: { missing, incomplete, failedExecutions = [] } }) => [
    ...[...Object.values(missing), ...Object.values(incomplete)]
      .filter((one) => one.reason === 'late' || isFailedExecution(one))
      .map(({ root }) => root),
    ...(failedExecutions.length > 0 ? ['execution'] : []),
  ])
  return [...new Set([...roots, ...(isRead ? [] : ['acting wallets'])])].sort()
}

/** What a wallet does, as if it sent it. Null: it runs code as its own, and only the whole execution shows what that does. */
function bundleOf(wallet: Address, made: readonly MadeCall[]): Transaction | null {
  const calls = made.flatMap(({ frame: { to, value, input, error }, delegatecall }): BundleCall[] =>
    to === null || delegatecall || error !== null ? [] : [{ to, value, data: input }],
  )
  if (calls.length === 0 || made.some(({ frame, delegatecall }) => delegatecall || frame.to === null)) return null
  return {
    from: wallet,
    to: calls[0]?.to ?? null,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}`,
    calls,
    atomic: true,
  }
}
