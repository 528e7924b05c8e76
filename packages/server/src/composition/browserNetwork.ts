import type { Guard } from '@redoubt/egress/guard.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ApiError } from '../errors.ts'
import { parseMessage } from '../http/parse/parseMessage.ts'
import { parseTransaction } from '../http/parse/parseTransaction.ts'
import { MessageBody, type MessageRequest } from '../http/schemas/messageBody.ts'
import { TransactionBody, type TransactionRequest } from '../http/schemas/transactionBody.ts'
import type { createMessageScan } from '../usecases/scans/message/scanMessage.ts'
import type { ScanContext } from '../usecases/scans/scanContext.ts'
import type { createTransactionScan } from '../usecases/scans/transaction/scanTransaction.ts'
import type { UrlSources } from '../usecases/scans/url/urlSources.ts'
import type { BrowserLimits } from '../web/browser/browserLimits.ts'
import { createBrowserTier } from '../web/browser/createBrowserTier.ts'
import { givenBefore } from '../web/browser/givenBefore.ts'
import { scanBody } from '../web/browser/pageRecorder.ts'
import { type PageWalletRequest, SHOWN_COINS, type WalletPort } from '../web/browser/pageWallet.ts'

/** The browser of one process, for URL scans of both environments. */
export type BrowserNetwork = {
  /**
   * Returns the function that runs pages in an environment.
   * @param options.account account that pages are shown; default: a new, unused address for each page.
   * @param options.reaches hosts that pages may connect to; default: all that the guard lets through.
   */
  browse(options: {
    environment: 'live' | 'test'
    account?: Address
    reaches?: (hostname: string) => boolean
    read?: NonNullable<WalletPort['read']>
  }): NonNullable<UrlSources['browse']>
  /** Ends the page that is running. */
  close(): Promise<void>
}

type Paid = NonNullable<NonNullable<WalletRequest['scan']>['paid']>

type Scans = {
  transaction: ReturnType<typeof createTransactionScan>
  message: ReturnType<typeof createMessageScan>
}

/** What a made-up visitor owns, and what the chain says where it owns that. */
type Visitors = {
  holdings(
    environment: 'live' | 'test',
    chain: Chain,
    request: { account: Address; asked: string },
    signal: AbortSignal,
  ): Promise<NonNullable<ScanContext['holdings']>>
  read(
    environment: 'live' | 'test',
    chain: Chain,
    call: { account: Address; to: Address; data: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
}

export type BrowserOptions = {
  chromiumPath: string
  guard: Guard
  scans: Scans
  /** Left out: a made-up visitor owns nothing. */
  visitors?: Visitors
  limits?: Partial<BrowserLimits>
  /** For pages of our own, in code only. */
  unsandboxedForTests?: boolean
}

/** One request of a page is a scan of its own, while the page goes on. */
const SCAN_DEADLINE_MS = 8_000
const MAX_FINDINGS = 10
const HOLDINGS_DEADLINE_MS = 3_000
const READ_DEADLINE_MS = 1_500
/** Reads of one page that the chain answers; the rest is made up. */
const MAX_READS = 60

/**
 * Runs pages in the Chromium of CHROMIUM_PATH, and judges what they ask a wallet for with the scans of transactions and messages.
 * Part of the composition root.
 * @throws BrowserUnavailable `refused` where it would run as root, or there is no such program.
 */
export function createBrowserNetwork(options: BrowserOptions): BrowserNetwork {
  const { scans, visitors, ...browser } = options
  const tier = createBrowserTier(browser)
  return {
    browse:
      ({ environment, account: shown, reaches, read }) =>
      ({ visit }, chain, signal) => {
        const visitor: Pick<WalletPort, 'account' | 'sign'> =
          shown === undefined ? createVisitorAccount() : { account: shown }
        const { account } = visitor
        const isMadeUp = shown === undefined
        const scan: WalletPort['scan'] = (asked, signal, earlier) =>
          judge(asked, account, scans, { environment, signal }, isMadeUp ? { visitors, earlier } : {})
        const page = { url: visit.final.href, chain, ...(reaches && { reaches }) }
        const reading = read ?? (isMadeUp && visitors && readerFor(visitors, { environment, account }))
        return tier.browse(page, { ...visitor, scan, ...(reading && { read: reading }) }, signal)
      },
    close: tier.close,
  }
}

/** An account that exists for one visit and owns nothing on any network: pages that check a signature let it in. */
function createVisitorAccount(): Pick<WalletPort, 'account' | 'sign'> {
  const owner = privateKeyToAccount(generatePrivateKey())
  return { account: owner.address.toLowerCase() as Address, sign: (raw) => owner.signMessage({ message: { raw } }) }
}

async function judge(
  asked: PageWalletRequest,
  account: Address,
  scans: Scans,
  owner: ScanContext,
  { visitors, earlier = [] }: { visitors?: Visitors | undefined; earlier?: readonly PageWalletRequest[] },
): Promise<WalletRequest['scan']> {
  const found = scanBody(asked, account)
  if (found === null) return null
  const { kind, body } = found
  const { approvals, delegate } = givenBefore(earlier, account, body.chain as Chain)
  const pretended = visitors && (await holdingsFor(visitors, { asked, account, body: { ...body, approvals } }, owner))
  const holdings = pretended && delegate !== null ? withCode(pretended, account, delegate) : pretended
  const context = { ...owner, ...(holdings && { holdings }) }
  const options = { explain: false, deadlineMs: SCAN_DEADLINE_MS }
  const asTransaction = () =>
    scans.transaction(parseTransaction(checked<TransactionRequest>(TransactionBody, { ...body, options })), context)
  const asMessage = () =>
    scans.message(parseMessage(checked<MessageRequest>(MessageBody, { ...body, options })), context)
  const transaction = kind === 'transaction' ? await asTransaction() : null
  const result = transaction ?? (await asMessage())
  const { riskScore, riskLevel, recommendation, warnings } = result
  const findings = warnings
    .slice(0, MAX_FINDINGS)
    .map(({ id, severity, title, description }) => ({ id, severity, title, description }))
  const paid =
    transaction && (paidIn(transaction.simulation?.balanceChanges ?? [], account) ?? wanted(body, account, holdings))
  return { kind, riskScore, riskLevel, recommendation, findings, paid }
}

type Row = { account: string; before: string | null; change: string; changeUsd: number | null }

/** What the account pays in the end; null where it pays nothing. */
function paidIn(rows: readonly Row[], account: Address): Paid | null {
  const own = rows.filter((row) => row.account.toLowerCase() === account)
  const gone = own.filter(({ change }) => change.startsWith('-'))
  if (gone.length === 0) return null
  const shares = gone.flatMap(({ before, change }) => (Number(before) > 0 ? [-Number(change) / Number(before)] : []))
  const usd = own.some(({ changeUsd }) => changeUsd === null)
    ? null
    : -own.reduce((sum, row) => sum + (row.changeUsd ?? 0), 0)
  return { usd, share: shares.length === 0 ? null : Math.min(1, Math.max(...shares)) }
}

/** The same of a payment that did not come about, because it is more than the visitor owns. */
function wanted({ value }: Record<string, unknown>, account: Address, holdings: ScanContext['holdings']): Paid | null {
  const balance = holdings?.state[account]?.balance ?? BigInt(SHOWN_COINS)
  const isNumber = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  return isNumber && BigInt(value) > balance ? { usd: null, share: 1 } : null
}

/** The same where the account runs the code of a contract (EIP-7702). */
function withCode(
  holdings: NonNullable<ScanContext['holdings']>,
  account: Address,
  delegate: Address,
): NonNullable<ScanContext['holdings']> {
  const code: Hex = `0xef0100${delegate.slice(2)}`
  return { ...holdings, state: { ...holdings.state, [account]: { ...holdings.state[account], code } } }
}

async function holdingsFor(
  visitors: Visitors,
  { asked: { chain }, account, body }: { asked: PageWalletRequest; account: Address; body: Record<string, unknown> },
  { environment, signal }: ScanContext,
): Promise<ScanContext['holdings']> {
  const { chain: named = chain, origin: _, ...request } = body
  const within = AbortSignal.any([signal, AbortSignal.timeout(HOLDINGS_DEADLINE_MS)])
  // Typed data is JSON text in JSON.
  const asked = JSON.stringify(request).replaceAll('\\"', '"')
  // A visitor who owns nothing is still asked.
  return visitors.holdings(environment, named as Chain, { account, asked }, within).catch(() => undefined)
}

/** Reads of contracts are answered as for the visitor; everything else is made up. */
function readerFor(
  visitors: Visitors,
  { environment, account }: { environment: 'live' | 'test'; account: Address },
): NonNullable<WalletPort['read']> {
  let reads = 0
  return async ({ method, params, chain }, signal) => {
    const { to, data, input } = (params[0] ?? {}) as { to?: unknown; data?: unknown; input?: unknown }
    const call = String(data ?? input ?? '').toLowerCase()
    if (method !== 'eth_call' || !/^0x[0-9a-f]{40}$/i.test(String(to)) || !/^0x[0-9a-f]{8,8192}$/.test(call))
      return undefined
    if (++reads > MAX_READS) return undefined
    const within = AbortSignal.any([signal, AbortSignal.timeout(READ_DEADLINE_MS)])
    const asked = { account, to: String(to).toLowerCase() as Address, data: call as Hex }
    return (await visitors.read(environment, chain, asked, within)) ?? undefined
  }
}

/** @throws ApiError VALIDATION_ERROR: what the page asks for is none of what a wallet takes. */
function checked<Body>(schema: TSchema, body: unknown): Body {
  if (Check(schema, body)) return body as Body
  const [, [first]] = Errors(schema, body)
  const where = first?.instancePath.slice(0, 100) ?? ''
  throw new ApiError('VALIDATION_ERROR', { detail: `no wallet could sign it${where === '' ? '' : ` (${where})`}.` })
}
