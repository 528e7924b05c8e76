import type { Address } from '@redoubt/risk/address.ts'
import { describeAsset } from '@redoubt/risk/wording/assetNames.ts'
import { getAddress } from 'viem/utils'
import type { Owner } from '../../../domain/account.ts'
import {
  type AskedPayment,
  type AskedPayments,
  type AskedSum,
  MAX_ASKED_MESSAGES,
  sumAskedPayments,
} from '../../../domain/askedPayments.ts'
import type { ScanRecords } from '../../../domain/ports/scanRecords.ts'
import type { KeptPayments } from '../../../domain/scanRecord.ts'
import { inTime } from '../../../lib/withTimeout.ts'
import type { MessageScanResult } from './renderMessage.ts'

/** The answer does without the sums when the store takes longer, in milliseconds. */
const LONGEST_WAIT = 500

/** What one site asked this wallet to pay, over the kept scans of the account; this message is counted. */
export type AskedByOrigin = {
  origin: string
  /** Time of the oldest message that is counted. */
  since: string
  messages: number
  /** Older messages of the origin are kept too, and not counted. */
  truncated: boolean
  sums: {
    chain: string
    token: string
    symbol: string | null
    /** Base units. */
    amount: string
    /** `12.5 USDC`, for people. */
    description: string
    messages: number
    payees: number
  }[]
}

/** A message scan with what its origin asked before. Null: the message pays nothing, or no origin was named. */
type MessageScanAnswer = MessageScanResult & { askedByOrigin: AskedByOrigin | null }

/** What a scan keeps for the sums; null when it counts for none. */
export function keptPaymentsOf({ payments, message }: MessageScanResult, origin: string | null): KeptPayments | null {
  if (payments.length === 0 || message.digest === null || origin === null) return null
  return { origin: new URL(origin).origin, digest: message.digest, payments: payments.map(askedPayment) }
}

/**
 * Adds the sums to the answer. A store that fails makes them unknown, and the scan none the worse: they are shown, and nothing is
 * judged by them.
 */
export async function withAskedByOrigin(
  result: MessageScanResult,
  kept: KeptPayments | null,
  { records, owner, now }: { records: Pick<ScanRecords, 'asked'>; owner: Owner; now: number },
): Promise<MessageScanAnswer> {
  if (kept === null) return { ...result, askedByOrigin: null }
  const { accountId, environment } = owner
  const query = { accountId, environment, subject: result.address, origin: kept.origin, limit: MAX_ASKED_MESSAGES + 1 }
  try {
    const before = await inTime(records.asked(query), LONGEST_WAIT, 'The store did not answer in time')
    const own = { digest: kept.digest, chain: result.chain, askedAt: now, payments: kept.payments }
    return { ...result, askedByOrigin: render(kept.origin, [own, ...before]) }
  } catch {
    return { ...result, askedByOrigin: null, unknown: [...result.unknown, 'askedByOrigin'].sort() }
  }
}

function render(origin: string, asked: readonly AskedPayments[]): AskedByOrigin {
  const counted = asked.slice(0, MAX_ASKED_MESSAGES)
  return {
    origin,
    since: new Date(Math.min(...counted.map(({ askedAt }) => askedAt))).toISOString(),
    messages: new Set(counted.map(({ digest }) => digest)).size,
    truncated: asked.length > counted.length,
    sums: sumAskedPayments(counted).map(renderSum),
  }
}

function renderSum({
  chain,
  token,
  symbol,
  decimals,
  amount,
  messages,
  payees,
}: AskedSum): AskedByOrigin['sums'][number] {
  const description = describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId: null, amount })
  return { chain, token: getAddress(token), symbol, amount: String(amount), description, messages, payees }
}

function askedPayment({ token, symbol, decimals, to, amount }: MessageScanResult['payments'][number]): AskedPayment {
  return {
    token: token.toLowerCase() as Address,
    symbol,
    decimals,
    to: to.toLowerCase() as Address,
    amount: BigInt(amount),
  }
}
