import { randomBytes } from 'node:crypto'
import type { Guard } from '@redoubt/egress/guard.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'
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
import { scanBody } from '../web/browser/pageRecorder.ts'
import type { PageWalletRequest, WalletPort } from '../web/browser/pageWallet.ts'

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

type Scans = {
  transaction: ReturnType<typeof createTransactionScan>
  message: ReturnType<typeof createMessageScan>
}

export type BrowserOptions = {
  chromiumPath: string
  guard: Guard
  scans: Scans
  limits?: Partial<BrowserLimits>
  /** For pages of our own, in code only. */
  unsandboxedForTests?: boolean
}

/** One request of a page is a scan of its own, while the page goes on. */
const SCAN_DEADLINE_MS = 8_000
const MAX_FINDINGS = 10

/**
 * Runs pages in the Chromium of CHROMIUM_PATH, and judges what they ask a wallet for with the scans of transactions and messages.
 * Part of the composition root.
 * @throws BrowserUnavailable `refused` where it would run as root, or there is no such program.
 */
export function createBrowserNetwork(options: BrowserOptions): BrowserNetwork {
  const { scans, ...browser } = options
  const tier = createBrowserTier(browser)
  return {
    browse:
      ({ environment, account: shown, reaches, read }) =>
      ({ visit }, chain, signal) => {
        const account = shown ?? (`0x${randomBytes(20).toString('hex')}` as Address)
        const scan = (asked: PageWalletRequest, signal: AbortSignal) =>
          judge(asked, account, scans, { environment, signal })
        const page = { url: visit.final.href, chain, ...(reaches && { reaches }) }
        return tier.browse(page, { account, scan, ...(read && { read }) }, signal)
      },
    close: tier.close,
  }
}

async function judge(
  asked: PageWalletRequest,
  account: Address,
  scans: Scans,
  context: ScanContext,
): Promise<WalletRequest['scan']> {
  const found = scanBody(asked, account)
  if (found === null) return null
  const { kind, body } = found
  const options = { explain: false, deadlineMs: SCAN_DEADLINE_MS }
  const result =
    kind === 'transaction'
      ? await scans.transaction(
          parseTransaction(checked<TransactionRequest>(TransactionBody, { ...body, options })),
          context,
        )
      : await scans.message(parseMessage(checked<MessageRequest>(MessageBody, { ...body, options })), context)
  const { riskScore, riskLevel, recommendation, warnings } = result
  const findings = warnings
    .slice(0, MAX_FINDINGS)
    .map(({ id, severity, title, description }) => ({ id, severity, title, description }))
  return { kind, riskScore, riskLevel, recommendation, findings }
}

/** @throws ApiError VALIDATION_ERROR: what the page asks for is none of what a wallet takes. */
function checked<Body>(schema: TSchema, body: unknown): Body {
  if (Check(schema, body)) return body as Body
  const [, [first]] = Errors(schema, body)
  const where = first?.instancePath.slice(0, 100) ?? ''
  throw new ApiError('VALIDATION_ERROR', { detail: `no wallet could sign it${where === '' ? '' : ` (${where})`}.` })
}
