import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { SignedTransaction, SignedTransactions } from '../../domain/ports/signedTransactions.ts'
import type { SendVerdict } from '../../domain/rpc/heldTransaction.ts'
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
  effects: { wallet: Address; effects: Effects }[]
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
  { actingWallets }: Pick<SignedTransactions, 'actingWallets'>,
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
  const acting = await actingWallets(signed.transaction, outer.simulation?.trace ?? null)
  const readable = acting.flatMap(({ transaction }) => (transaction === null ? [] : [transaction])).slice(0, MAX_ACTING)
  const inner = await Promise.all(readable.map(ask))
  const scans = [outer, ...inner].map((one) => one.scan)
  const [worst = outer.scan] = scans.toSorted((a, b) => b.riskScore - a.riskScore)
  const complete = scans.every((one) => one.complete) && readable.length === acting.length
  const findings = scans.flatMap(({ warnings }) => warnings).filter(({ impact }) => impact > 0)
  const verdict: SendVerdict = {
    recommendation: worst.recommendation,
    riskScore: worst.riskScore,
    riskLevel: worst.riskLevel,
    complete,
    findings: [...new Map(findings.map((one) => [one.id, one])).values()]
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.impact - a.impact)
      .slice(0, MAX_FINDINGS)
      .map(({ id, severity, title, description }) => ({ id, severity, title, description })),
  }
  const about = (wallet: Address, isKnown: boolean) => {
    const effects = transactionEffects({
      chain,
      transaction: signed.transaction,
      gathered: outer.gathered,
      worths: outer.worths,
      riskLevel: worst.riskLevel,
      method: 'eth_sendRawTransaction',
      of: { wallet, delegates: signed.authorities.includes(wallet) },
    })
    return { wallet, effects: { ...effects, complete: effects.complete && complete && isKnown } }
  }
  const wallets = walletsOf(
    signed,
    outer,
    acting.flatMap(({ wallet }) => wallet ?? []),
  )
  return { verdict, outer, effects: wallets.map((wallet) => about(wallet, wallets.length < MAX_WALLETS)) }
}

/** The sender, the wallets acted for, those that get other code, and every account that loses an asset or gives an approval. */
function walletsOf(
  { transaction, authorities }: SignedTransaction,
  { balanceChanges, approvalChanges }: ScannedExecution,
  acting: readonly Address[],
): Address[] {
  const losing = (balanceChanges ?? []).filter(({ change }) => change < 0n).map(({ account }) => account)
  const giving = (approvalChanges ?? []).filter(({ after }) => after > 0n).map(({ owner }) => owner)
  return [...new Set([transaction.from, ...acting, ...authorities, ...giving, ...losing])].slice(0, MAX_WALLETS)
}
