import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FoundHoldings } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RescueAsset, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import { weighHoldings } from '@redoubt/risk/wallet/weighHoldings.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { ApiError, apiErrorOf } from '../../errors.ts'
import { gatherLedger, type LedgerSources } from '../permissions/gatherLedger.ts'
import { readSignatures } from '../permissions/scannedSignatures.ts'
import type { ScanContext, ScanOwner } from '../scans/scanContext.ts'
import { refusedSafe } from './checkSafe.ts'
import { type RescueResult, renderRescue } from './renderRescue.ts'
import type { RescueInput } from './rescueInput.ts'

export type { RescueResult } from './renderRescue.ts'
export type { RescueInput } from './rescueInput.ts'

/** What a rescue reads from one network. */
export type RescueSources = LedgerSources & {
  block(signal: AbortSignal): Promise<PinnedBlock>
  /** `describeBy` ends what is asked about assets; the balances that are known by then are answered. */
  holdings(
    block: PinnedBlock,
    known: { address: Address; history: null; describeBy: AbortSignal },
    signal: AbortSignal,
  ): Promise<FoundHoldings>
  /** Whether `/v1/rpc` sends transactions to a private relay. */
  sendsPrivately: boolean
  /** Whether strangers see transactions before they are mined. */
  publicPool: boolean
  rescue(
    block: PinnedBlock,
    known: { account: Account; safe: Address; sponsor: Address; assets: readonly RescueAsset[] },
    signal: AbortSignal,
  ): Promise<RescuePlan>
  intelAsOf(): string
}

/** Assets moved by one plan, the most valuable first. */
const MAX_ASSETS = 120
/** Items of a collection that holdings name at most. */
const IDS_NAMED = 50
/** Of the deadline; the rest is for executing the plan. */
const SHARE_FOR_HOLDINGS = 0.6

/**
 * Builds POST /v1/wallet/rescue/{address}: how a sponsor empties an account of a key to a safe address, without a coin on the account, and
 * what executing that saves. What cannot be moved, and what others may already take, is named.
 * @throws ApiError VALIDATION_ERROR for an account with code of its own, and for a safe address from which nothing comes back; UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when its state could
 *   not be read.
 */
export function createRescue(
  sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<RescueSources>,
  records: Pick<ScanRecords, 'messagesOf'>,
) {
  return async function rescueWallet(input: RescueInput, context: ScanContext): Promise<RescueResult> {
    const { chain, address, safe, sponsor } = input
    const sources = await sourcesFor(context, chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const early = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(input.deadlineMs * SHARE_FOR_HOLDINGS))])
    try {
      const block = await sources.block(signal)
      const [account, payer, receiver] = await Promise.all([
        sources.account(block, address, signal),
        sources.account(block, sponsor, signal),
        sources.account(block, safe, early).catch(() => null),
      ])
      if (account.class === 'contract' || account.class === 'precompile') {
        const detail = 'path.address: expected an account of a key; a contract account is emptied by its own owners'
        throw new ApiError('VALIDATION_ERROR', { detail })
      }
      if (payer.class === 'contract' || payer.class === 'precompile') {
        const detail = 'body.sponsor: expected an account of a key: a contract sends no transaction'
        throw new ApiError('VALIDATION_ERROR', { detail })
      }
      const refused = receiver && refusedSafe(receiver)
      if (refused)
        throw new ApiError('VALIDATION_ERROR', {
          detail: `body.safe: expected an account that can send what it receives: ${refused}`,
        })
      const [holdings, ledger] = await Promise.all([
        sources.holdings(block, { address, history: null, describeBy: early }, signal),
        readSignatures(records, { chain, address: input.spelling.checksummed, block }, context).then((signatures) =>
          gatherLedger(sources, { block, address, signatures }, early),
        ),
      ])
      const { assets, spam, unlisted } = assetsOf(holdings, input)
      const plan = await sources.rescue(block, { account, safe, sponsor, assets: assets.slice(0, MAX_ASSETS) }, signal)
      return renderRescue({
        input,
        block,
        account,
        receiver,
        plan,
        holdings,
        spam,
        leftOut: assets.slice(MAX_ASSETS),
        unlisted,
        ledger,
        submission: { sendsPrivately: sources.sendsPrivately, publicPool: sources.publicPool },
        intelAsOf: sources.intelAsOf(),
      })
    } catch (error) {
      throw context.signal.aborted ? error : upstreamError(error, input, signal)
    }
  }
}

/** What a limit of time throws, also one of a part of the work. */
const LATE: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError'])

function upstreamError(error: unknown, { spelling, chain, deadlineMs }: RescueInput, signal: AbortSignal): ApiError {
  const known = apiErrorOf(error)
  const isLate = signal.aborted || (error instanceof DOMException && LATE.has(error.name))
  // An endpoint that was given up for want of time is not down.
  if (known && !(isLate && known.code === 'UPSTREAM_UNAVAILABLE')) return known
  if (isLate) return new ApiError('UPSTREAM_TIMEOUT', { subject: spelling.checksummed, deadlineMs }, { cause: error })
  return new ApiError('UPSTREAM_UNAVAILABLE', { chain, retryAfter: 1 }, { cause: error })
}

/** Everything that can be moved, most valuable first, what has no price after that; and how many look like spam and stay. */
function assetsOf(
  found: FoundHoldings,
  { includeSpam }: RescueInput,
): {
  assets: RescueAsset[]
  spam: number
  unlisted: number
} {
  const { native, tokens, nfts } = weighHoldings(found)
  const wanted = <One extends { spam: string | null }>(all: readonly One[]) =>
    includeSpam ? all : all.filter(({ spam }) => spam === null)
  const assets: RescueAsset[] = [
    {
      standard: 'coins',
      token: null,
      tokenId: null,
      amount: native.balance,
      symbol: null,
      decimals: 18,
      valueUsd: native.valueUsd,
    },
    ...wanted(tokens)
      .filter(({ balance }) => balance > 0n)
      .map(
        ({ token, balance: amount, symbol, decimals, valueUsd }): RescueAsset => ({
          standard: 'erc20',
          token,
          tokenId: null,
          amount,
          symbol,
          decimals,
          valueUsd,
        }),
      ),
    ...wanted(nfts).flatMap(({ contract, name, standard, tokenIds }) =>
      tokenIds.map(
        (tokenId): RescueAsset => ({
          standard,
          token: contract,
          tokenId,
          amount: 1n,
          symbol: name,
          decimals: 0,
          valueUsd: null,
        }),
      ),
    ),
  ]
  const spam = [...tokens, ...nfts].length - wanted(tokens).length - wanted(nfts).length
  // Holdings name the first items of a collection only; of editions the count says nothing about the ids.
  const unlisted = wanted(nfts).filter(({ standard, count, tokenIds }) =>
    standard === 'erc721' ? count > BigInt(tokenIds.length) : tokenIds.length >= IDS_NAMED,
  ).length
  return { assets: assets.sort((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0)), spam, unlisted }
}
