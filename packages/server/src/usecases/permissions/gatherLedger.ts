import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import type { RevokeSources } from '../approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../approvals/walletApprovals.ts'
import { ledgerEntries } from './ledgerEntries.ts'
import type { Ledger } from './renderWalletPermissions.ts'
import type { RightSources } from './rightSources.ts'
import { type ScannedSignatures, unreadSignatures } from './scannedSignatures.ts'

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
    ...unreadSignatures(signatures),
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
