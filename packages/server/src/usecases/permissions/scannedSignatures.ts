import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { inTime } from '../../lib/withTimeout.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { signaturesOf } from './keptSignatures.ts'

/** Scans of messages looked at, newest first, and milliseconds for reading them. */
const MAX_MESSAGES = 200
const LONGEST_READ = 1_000

export type ScannedSignatures = { signatures: KeptSignature[]; whole: boolean; unreadable: number }

/**
 * What the asking account's own scans show of this wallet; null: they could not be read.
 * @param of.address spelled with its checksum.
 */
export async function readSignatures(
  records: Pick<ScanRecords, 'messagesOf'>,
  { chain, address, block }: { chain: Chain; address: string; block: PinnedBlock },
  { accountId, environment }: Pick<ScanContext, 'accountId' | 'environment'>,
): Promise<ScannedSignatures | null> {
  if (accountId === undefined) return { signatures: [], whole: true, unreadable: 0 }
  const query = { accountId, environment, subject: address, limit: MAX_MESSAGES }
  const kept = await inTime(records.messagesOf(query), LONGEST_READ, 'The store did not answer in time').catch(
    () => null,
  )
  if (kept === null) return null
  const about = { chain, owner: address.toLowerCase() as Address, now: Number(block.timestamp) }
  const { signatures, unreadable } = signaturesOf(kept, about)
  return { signatures, whole: kept.length < MAX_MESSAGES, unreadable }
}

/** What a list lacks of them, in words. */
export function unreadSignatures(signatures: ScannedSignatures | null): string[] {
  if (signatures === null) return ['signatures that were scanned here']
  return [
    // A page can ask for messages by the hundred, so that one of them falls out of the list.
    ...(signatures.whole ? [] : [`signatures before the last ${MAX_MESSAGES} scans of messages`]),
    ...(signatures.unreadable > 0 ? [`signatures of ${signatures.unreadable} kept scans`] : []),
  ]
}
