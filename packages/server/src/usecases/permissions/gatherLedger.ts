import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { KeptSignature, WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { inTime } from '../../lib/withTimeout.ts'
import type { RevokeSources } from '../approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../approvals/walletApprovals.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { signaturesOf } from './keptSignatures.ts'
import { ledgerEntries } from './ledgerEntries.ts'
import type { Ledger } from './renderWalletPermissions.ts'
import type { RightSources } from './rightSources.ts'

/** What the ledger reads from one network. */
export type LedgerSources = Pick<RevokeSources, 'account' | 'walletContract'> &
  Pick<ApprovalSources, 'approvals'> &
  RightSources

/** Everything that lets another account act on the wallet, as far as it can be read: what fails is named in it. Never rejects. */
export async function gatherLedger(
  sources: LedgerSources,
  { block, address, signatures }: { block: PinnedBlock; address: Address; signatures: ScannedSignatures | null },
  signal: AbortSignal,
): Promise<Ledger> {
  const account = await sources.account(block, address, signal).catch(() => null)
  if (account === null)
    return { ...NOTHING, cut: ['what kind of account it is'], unavailable: ['rpc'], complete: false }
  if (account.class === 'precompile' || BURN_ADDRESSES.has(address)) return { ...NOTHING, account, keyless: true }
  const wallet = await sources.walletContract(block, { account }, signal).catch(() => 'unknown' as const)
  const known = wallet === 'unknown' ? ({ type: 'contract' } as const) : wallet
  const [approvals, rights] = await Promise.all([
    sources.approvals(block, address, signal).catch((): WalletApprovals => FAILED_APPROVALS),
    sources
      .rights(block, { account, wallet: known, signatures: signatures?.signatures ?? [] }, signal)
      .catch((): WalletRights => FAILED_RIGHTS),
  ])
  const cut = [
    ...(wallet === 'unknown' ? ['what the contract account is made of'] : []),
    ...(signatures === null ? ['signatures that were scanned here'] : []),
    // A page can ask for messages by the hundred, so that one of them falls out of the list.
    ...(signatures?.whole === false ? [`signatures before the last ${MAX_MESSAGES} scans of messages`] : []),
    ...(signatures !== null && signatures.unreadable > 0 ? [`signatures of ${signatures.unreadable} kept scans`] : []),
    ...approvals.cut,
    ...rights.cut,
  ]
  return {
    account,
    wallet: known,
    entries: ledgerEntries(
      { approvals: approvals.approvals, rights: rights.rights },
      { owner: address, now: Number(block.timestamp) },
    ),
    unconfirmed: [
      ...rights.unconfirmed.map(({ keeper, holder, id, ...rest }) => ({
        ...rest,
        token: keeper,
        spender: holder,
        tokenId: id,
      })),
      ...approvals.unconfirmed,
    ],
    complete: cut.length === 0 && approvals.complete && rights.complete,
    cut: [...new Set(cut)],
    unavailable: [...new Set([...approvals.unavailable, ...rights.unavailable])],
    keyless: false,
  }
}

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

const NOTHING: Ledger = {
  account: null,
  wallet: null,
  entries: [],
  unconfirmed: [],
  complete: true,
  cut: [],
  unavailable: [],
  keyless: false,
}
const FAILED_APPROVALS: WalletApprovals = {
  approvals: [],
  unconfirmed: [],
  events: 0,
  complete: false,
  cut: ['token approvals'],
  unavailable: ['rpc'],
}
const FAILED_RIGHTS: WalletRights = {
  rights: [],
  unconfirmed: [],
  complete: false,
  cut: ['rights beside token approvals'],
  unavailable: ['rpc'],
}
