import { BURN_ADDRESSES, KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { PERMIT2 } from '@redoubt/risk/derive/tokenPulls.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission, Revocations, SkippedRevocation } from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import type { RightPower } from '@redoubt/risk/wallet/rightRisk.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { ApiError, apiErrorOf } from '../../errors.ts'
import { type LedgerEntry, ledgerEntries } from '../permissions/ledgerEntries.ts'
import type { RightSources } from '../permissions/rightSources.ts'
import { readSignatures, type ScannedSignatures, unreadSignatures } from '../permissions/scannedSignatures.ts'
import type { ScanContext, ScanOwner } from '../scans/scanContext.ts'
import { type RevokeResult, renderRevocations } from './renderRevocations.ts'
import type { ChosenPermissions, RevokeInput } from './revokeInput.ts'

export type { RevokeResult } from './renderRevocations.ts'
export type { RevokeInput } from './revokeInput.ts'

/** What it takes from one network. */
export type RevokeSources = RightSources & {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  walletContract(block: PinnedBlock, known: { account: Account }, signal: AbortSignal): Promise<WalletContract | null>
  /** Answers with the approvals known when the signal aborts. */
  approvals(block: PinnedBlock, owner: Address, signal: AbortSignal): Promise<WalletApprovals>
  revocations(
    block: PinnedBlock,
    known: {
      account: Account
      wallet: WalletContract | null
      permissions: readonly Permission[]
      invalidateNonces: boolean
    },
    signal: AbortSignal,
  ): Promise<Revocations>
  intelAsOf(): string
}

/** Approvals revoked in one answer, worst first; the rest is named. What they need is merged to fewer transactions, and 100 of those at most. */
const MAX = 300
/** Of the deadline; the rest is for executing what was found. */
const SHARE_FOR_THE_LIST = 0.6

/**
 * Builds POST /v1/wallet/approvals/{address}/revoke: which permissions, how each is withdrawn, and what executing that leaves. What
 * cannot be withdrawn is named with the reason and is no error. Nothing is signed, and nothing sent.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the state of the account could be read.
 */
export function createRevokeApprovals(
  sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<RevokeSources>,
  records: Pick<ScanRecords, 'messagesOf'>,
) {
  return async function revokeApprovals(input: RevokeInput, context: ScanContext): Promise<RevokeResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const listSignal = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(input.deadlineMs * SHARE_FOR_THE_LIST))])
    try {
      const block = await sources.block(signal)
      const account = await sources.account(block, input.address, signal)
      const made = await sources.walletContract(block, { account }, signal).catch(() => 'unknown' as const)
      // Nothing may be assumed of what an unknown contract can do at once.
      const wallet = made === 'unknown' ? ({ type: 'contract' } as const) : made
      const scanned = input.permissions === null ? await scannedBy(records, { input, block }, context) : NOT_ASKED
      const chosen = await choose(sources, { input, block, account, wallet, scanned }, listSignal)
      const { permissions, ...choice } = { ...chosen, keyless: isKeyless(account), walletKnown: made !== 'unknown' }
      const { invalidateNonces } = input
      const found = await sources.revocations(block, { account, wallet, permissions, invalidateNonces }, signal)
      return renderRevocations({ input, block, account, wallet, choice, found, intelAsOf: sources.intelAsOf() })
    } catch (error) {
      throw context.signal.aborted ? error : upstreamError(error, input, signal)
    }
  }
}

function upstreamError(error: unknown, { spelling, chain, deadlineMs }: RevokeInput, signal: AbortSignal): ApiError {
  const known = apiErrorOf(error)
  if (known) return known
  if (signal.aborted)
    return new ApiError('UPSTREAM_TIMEOUT', { subject: spelling.checksummed, deadlineMs }, { cause: error })
  return new ApiError('UPSTREAM_UNAVAILABLE', { chain, retryAfter: 1 }, { cause: error })
}

const NOT_ASKED: ScannedSignatures = { signatures: [], whole: true, unreadable: 0 }

function scannedBy(
  records: Pick<ScanRecords, 'messagesOf'>,
  { input: { chain, spelling }, block }: { input: RevokeInput; block: PinnedBlock },
  context: ScanContext,
): Promise<ScannedSignatures | null> {
  return readSignatures(records, { chain, address: spelling.checksummed, block }, context)
}

async function choose(
  sources: RevokeSources,
  {
    input,
    block,
    account,
    wallet,
    scanned,
  }: {
    input: RevokeInput
    block: PinnedBlock
    account: Account
    wallet: WalletContract | null
    scanned: ScannedSignatures | null
  },
  signal: AbortSignal,
): Promise<Omit<ChosenPermissions, 'keyless' | 'walletKnown'>> {
  if (input.permissions !== null)
    return { permissions: input.permissions, skipped: [], complete: true, cut: [], unavailable: [] }
  const [list, rights] = isKeyless(account)
    ? [NOTHING, NO_RIGHTS]
    : await Promise.all([
        sources.approvals(block, input.address, signal),
        sources.rights(block, { account, wallet, signatures: scanned?.signatures ?? [] }, signal),
      ])
  const entries = ledgerEntries(
    { approvals: list.approvals, rights: rights.rights },
    { owner: input.address, now: Number(block.timestamp) },
  )
  const wanted = entries.filter(
    ({ riskLevel }) => input.which === 'all' || riskLevel === 'high' || riskLevel === 'critical',
  )
  const ended = wanted.filter(({ power, permission }) => ENDED.has(power) && !BY_NAME.has(permission.standard))
  // What is on chain comes before what may never have been given.
  const [onChain, signed] = [ended.filter((one) => !isScanned(one)), ended.filter(isScanned)]
  const permissions: Permission[] = [
    ...delegationOf(input, account),
    ...[...onChain, ...signed.filter(isKept)].map(({ permission }) => permission),
  ]
  const unconfirmed = input.which === 'all' ? list.unconfirmed : []
  const unread = unreadSignatures(scanned)
  return {
    permissions: permissions.slice(0, MAX),
    skipped: [
      ...permissions.slice(MAX).map((permission) => skip(permission, 'too-many')),
      ...signed
        .filter((one) => !isKept(one))
        .slice(0, MAX)
        .map(({ permission }) => skip(permission, 'claimed', NAMED_BY_A_PAGE)),
      ...unconfirmed
        .slice(0, MAX)
        .map(({ standard, token, spender, tokenId, reason }) =>
          skip({ standard, token, spender, tokenId }, reason === 'claimed' ? 'claimed' : 'unreadable'),
        ),
    ],
    complete: list.complete && rights.complete && unread.length === 0,
    cut: [...unread, ...list.cut, ...rights.cut],
    unavailable: [...new Set([...list.unavailable, ...rights.unavailable])],
  }
}

function isScanned({ right }: LedgerEntry): boolean {
  return right?.signature !== undefined
}

/**
 * Whether the contract that would be called is a known one. Any page can have a message scanned that names its own contract as the keeper of an order or a
 * permit, and that contract is called to end it.
 */
function isKept({ right }: LedgerEntry): boolean {
  if (right === null) return false
  const { standard, keeper, keeperAccount } = right
  if (keeper === PERMIT2 || standard === 'permit2-allowance-signature') return true
  const kind = keeperAccount && spenderKindOf(keeperAccount)
  return kind === 'protocol' || kind === 'token'
}

const NAMED_BY_A_PAGE =
  'Only a message that was scanned names its contract, which is no known one. It is ended where it is asked for by itself.'

/** What `risky` and `all` end: a Safe's guard or handler, votes and claims move nothing, and may be there for a reason. */
const ENDED: ReadonlySet<RightPower> = new Set(['everything', 'take', 'borrow'])

/** The delegation comes first, and only where it is risky or all is asked for. Owners of a Safe were chosen by its owners. */
const BY_NAME: ReadonlySet<Permission['standard']> = new Set(['eip7702', 'safe-owner'])

const NO_RIGHTS: WalletRights = { rights: [], unconfirmed: [], complete: true, cut: [], unavailable: [] }

const NOTHING: WalletApprovals = {
  approvals: [],
  unconfirmed: [],
  events: 0,
  complete: true,
  cut: [],
  unavailable: [],
}

/** Whether the address has no private key; what tokens log in its name means nothing. */
function isKeyless(account: Account): boolean {
  return account.class === 'precompile' || BURN_ADDRESSES.has(account.address)
}

/** The account's own code is a permission over everything: risky unless it is a delegate that wallets publish. */
function delegationOf({ which }: RevokeInput, { delegate }: Account): Permission[] {
  if (delegate === null || (which === 'risky' && KNOWN_DELEGATES.has(delegate))) return []
  return [{ standard: 'eip7702', token: null, spender: delegate, tokenId: null }]
}

const DETAILS = {
  'too-many': `One answer revokes ${MAX} approvals; ask again after you have revoked these.`,
  claimed: 'Only an unknown token reports this approval; scam tokens report false approvals to make you call them.',
  unreadable: 'The contract does not answer whether this approval exists.',
} as const

function skip(
  permission: Permission,
  reason: keyof typeof DETAILS,
  detail: string = DETAILS[reason],
): SkippedRevocation {
  return { permission, reason, detail }
}
