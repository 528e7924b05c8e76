import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { UnconfirmedApproval, WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type ApprovalClaim, approvalClaims, approvalFilter } from './approvalClaims.ts'
import { describeApproval, standardOf } from './describeApproval.ts'
import { gatherUses, readTransactions } from './gatherUses.ts'
import { isOwnAct } from './isOwnAct.ts'
import { judgeSpenders, type SpenderJudge } from './judgeSpenders.ts'
import { readAllLogs } from './readAllLogs.ts'
import { type CallEach, callEach, type LivePermission, readPermissions } from './readPermissions.ts'
import { type ApprovedToken, priceTokens, readTokens } from './readTokens.ts'
import type { ApprovalUse } from './usesOf.ts'

/** Ports for gathering approvals: the chain, accounts, prices, sources and tokens. */
export type ApprovalPorts = {
  chain: ChainSource
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  priceOf(block: PinnedBlock, token: Address, signal: AbortSignal): Promise<UsdPrice | null>
  /** Whether the contract's source is published; null when unknown. */
  isVerified(account: Account, signal: AbortSignal): Promise<boolean | null>
  /** Whether a registry of the network lists the token. */
  isListedToken(token: Address): boolean
  /** Absent: contracts are not judged. */
  spenderJudge?: SpenderJudge
}

/** Limits of events kept for listed tokens, and for others: any contract can log an approval in any account's name. */
const MAX_EVENTS = 20_000
const MAX_CLAIMS = 20_000
/** Limits of spenders looked up, and of concurrent look-ups: each takes some twenty reads. */
const MAX_SPENDERS = 600
const SPENDERS_AT_ONCE = 100
const MAX_VERIFIED = 40
const MAX_BLOCKS = 2_000

/**
 * Every live permission over the owner's assets, from all approval events that name it, each read at the block. What strangers can
 * make long is bounded; where a bound is met or the network fails, `complete` is false and `cut` says what is missing. When the signal
 * aborts, what is known by then is the answer.
 *
 * Permissions that were never logged cannot be found, but for the tokens that let Permit2 take without being asked.
 */
export async function gatherApprovals(
  ports: ApprovalPorts,
  { block, owner }: { block: PinnedBlock; owner: Address },
  signal: AbortSignal,
): Promise<WalletApprovals> {
  const { chain } = ports
  const cut: string[] = []
  const unavailable: string[] = []
  const range = { fromBlock: 0n, toBlock: block.number, pin: block }
  const read = await readAllLogs(
    chain,
    { ...approvalFilter(owner), ...range },
    {
      signal,
      max: MAX_EVENTS,
      isPrecious: ({ address }) => address === PERMIT2 || ports.isListedToken(address),
    },
  )
  if (!read.whole) {
    unavailable.push('logs')
    cut.push(read.from === null ? 'no approval events could be read' : `approval events before block ${read.from}`)
  }

  if (read.dropped > 0) cut.push(`${read.dropped} approval events of tokens that no registry lists`)
  // A stranger's tokens must not displace valuable ones.
  const claims = listedFirst(approvalClaims(read.logs), ({ token }) => ports.isListedToken(token))
  if (claims.length > MAX_CLAIMS) cut.push(`${claims.length - MAX_CLAIMS} approvals of tokens that no registry lists`)
  const ask = callEach(chain, block, signal)
  const { live, unreadable, unread } = await readPermissions(ask, {
    block,
    owner,
    claims: claims.slice(0, MAX_CLAIMS),
  })
  if (unread.length > 0) cut.push(`the state of ${unread.length} approvals`)

  const gathered = await gatherAbout(ports, { ask, block, owner, live }, signal)
  const { permissions, tokens, prices, uses, spenders, unlooked } = gathered
  if (unread.length + unlooked > 0) unavailable.push('rpc')
  if (unlooked > 0) cut.push(`who ${unlooked} spenders are`)
  const claimed = await claimedOnly(ports, { owner, permissions, uses }, signal)
  const strangers = [...spenders.values()].filter(isStranger)
  const [verified, judgements, times] = await Promise.all([
    verifySpenders(ports, strangers, signal),
    judgeSpenders(ports, { block, spenders: strangers }, signal),
    readTimes(chain, [...uses.values()].flatMap(blocksOf), signal),
  ])

  if (signal.aborted) cut.push('what was not known by the deadline')

  const unconfirmed = (reason: UnconfirmedApproval['reason']) => (claim: ApprovalClaim) =>
    withoutState(claim, reason, tokens.get(claim.token), times)
  return {
    approvals: permissions
      .filter((permission) => !claimed.has(permission))
      .map((permission) =>
        describeApproval(permission, {
          token: tokens.get(permission.claim.token),
          price: prices.get(permission.claim.token) ?? null,
          use: uses.get(permission),
          spender: spenders.get(permission.spender) ?? null,
          verified: verified.get(permission.spender) ?? null,
          judgement: judgements.get(permission.spender) ?? null,
          listed: ports.isListedToken(permission.claim.token),
          times,
        }),
      ),
    unconfirmed: [
      ...unread.map(unconfirmed('unread')),
      ...[...claimed].map(({ claim }) => unconfirmed('claimed')(claim)),
      ...unreadable.map(unconfirmed('unreadable')),
    ],
    events: read.logs.length,
    complete: cut.length === 0,
    cut,
    unavailable,
  }
}

/** Puts listed tokens first; the order within both groups stays. */
function listedFirst<One>(all: readonly One[], isListed: (one: One) => boolean): One[] {
  const { true: listed = [], false: others = [] } = Object.groupBy(all, (one) => `${isListed(one)}`) as Partial<
    Record<'true' | 'false', One[]>
  >
  return [...listed, ...others]
}

/** Gathers tokens, prices, uses and spenders side by side. Never rejects when some are missing. */
async function gatherAbout(
  ports: ApprovalPorts,
  { ask, block, owner, live }: { ask: CallEach; block: PinnedBlock; owner: Address; live: LivePermission[] },
  signal: AbortSignal,
) {
  const { chain } = ports
  const addresses = [...new Set(live.map(({ claim }) => claim.token))]
  const known = [...new Set(live.map(({ spender }) => spender))]
  const reading = readTokens(chain, ask, { block, owner, tokens: addresses }, signal)
  const pricing = reading.then((tokens) => {
    const isHeld = ({ metadata, balance }: ApprovedToken) => metadata?.standard === 'erc20' && balance !== 0n
    const held = addresses.filter((address) => isHeld(tokens.get(address) as ApprovedToken))
    return priceTokens((token) => ports.priceOf(block, token, signal), held)
  })
  const spending = lookUp(known, (address) => ports.account(block, address, signal))
  const tokens = await reading
  const permissions = [...live, ...unloggedOfPermit2(live, owner, tokens)]
  const [prices, uses, spenders] = await Promise.all([
    pricing,
    gatherUses(chain, { block, owner, live: permissions }, signal),
    spending,
  ])
  // Looked up separately only where no log named it.
  if (!spenders.has(PERMIT2) && permissions.length > live.length)
    await ports.account(block, PERMIT2, signal).then(
      (account) => spenders.set(PERMIT2, account),
      () => undefined,
    )
  const unlooked = known.filter((address) => !spenders.has(address)).length
  return { permissions, tokens, prices, uses, spenders, unlooked }
}

/** Finds unlogged allowances to Permit2: some tokens give it one without an event, and its own allowances are worth nothing without it. */
function unloggedOfPermit2(
  live: readonly LivePermission[],
  owner: Address,
  tokens: ReadonlyMap<Address, ApprovedToken>,
): LivePermission[] {
  const logged = new Set(
    live.filter(({ claim, spender }) => claim.kind === 'amount' && spender === PERMIT2).map(({ claim }) => claim.token),
  )
  const through = new Set(live.filter(({ claim }) => claim.kind === 'permit2').map(({ claim }) => claim.token))
  return [...through].flatMap((token): LivePermission[] => {
    const amount = tokens.get(token)?.toPermit2 ?? 0n
    if (logged.has(token) || amount === 0n) return []
    const parties = { token, owner, spender: PERMIT2 }
    const claim: ApprovalClaim = {
      kind: 'amount',
      ...parties,
      tokenId: null,
      after: amount,
      expiration: null,
      consumed: false,
      steps: [],
    }
    return [{ claim, spender: PERMIT2, state: { amount, expiration: null } }]
  })
}

/** Returns the accounts; failed look-ups are absent. */
async function lookUp(
  addresses: readonly Address[],
  account: (address: Address) => Promise<Account>,
): Promise<Map<Address, Account>> {
  const found = new Map<Address, Account>()
  const wanted = addresses.slice(0, MAX_SPENDERS)
  for (let at = 0; at < wanted.length; at += SPENDERS_AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + SPENDERS_AT_ONCE).map((address) =>
        account(address).then(
          (one) => found.set(address, one),
          () => undefined,
        ),
      ),
    )
  return found
}

/**
 * Permissions of unlisted tokens from transactions that are no act of the owner. Such tokens log approvals in the names of thousands, to be
 * looked at and "revoked" on a trap's site; a signature that one of them took is its own word too.
 */
async function claimedOnly(
  ports: ApprovalPorts,
  {
    owner,
    permissions,
    uses,
  }: {
    owner: Address
    permissions: readonly LivePermission[]
    uses: ReadonlyMap<LivePermission, ApprovalUse>
  },
  signal: AbortSignal,
): Promise<Set<LivePermission>> {
  const hashOf = (permission: LivePermission) => uses.get(permission)?.granted?.hash
  const doubtful = permissions.filter(
    (one) => one.claim.kind !== 'permit2' && hashOf(one) !== undefined && !ports.isListedToken(one.claim.token),
  )
  if (doubtful.length === 0) return new Set()
  const transactions = await readTransactions(
    ports.chain,
    doubtful.flatMap((one) => hashOf(one) ?? []),
    signal,
  )
  return new Set(
    doubtful.filter((one) => {
      const transaction = transactions.get(hashOf(one) as Hex)
      return (
        transaction !== undefined && !isOwnAct(transaction, { owner, token: one.claim.token, spender: one.spender })
      )
    }),
  )
}

/** Checks the source of unknown code, where the answer matters. */
async function verifySpenders(
  { isVerified }: ApprovalPorts,
  strangers: readonly Account[],
  signal: AbortSignal,
): Promise<Map<Address, boolean | null>> {
  const answers = await Promise.all(
    strangers
      .slice(0, MAX_VERIFIED)
      .map(async (account) => [account.address, await isVerified(account, signal).catch(() => null)] as const),
  )
  return new Map(answers)
}

/** Whether published source and the contract scan matter: only for unknown code. */
export function isStranger(account: Account): boolean {
  return account.class === 'contract' && spenderKindOf(account) === 'unknown'
}

function blocksOf({ granted, last, maybe }: ApprovalUse): bigint[] {
  return [granted, last, maybe].flatMap((moment) => (moment ? [moment.blockNumber] : []))
}

/** Returns Unix seconds by block number; unreadable blocks are absent. */
async function readTimes(
  chain: ChainSource,
  blocks: readonly bigint[],
  signal: AbortSignal,
): Promise<Map<bigint, number>> {
  const wanted = [...new Set(blocks)].sort((a, b) => Number(b - a)).slice(0, MAX_BLOCKS)
  const found = await Promise.all(wanted.map((number) => chain.blockAt(number, signal).catch(() => null)))
  return new Map(found.flatMap((block) => (block ? [[block.number, Number(block.timestamp)] as const] : [])))
}

function withoutState(
  claim: ApprovalClaim,
  reason: UnconfirmedApproval['reason'],
  token: ApprovedToken | undefined,
  times: ReadonlyMap<bigint, number>,
): UnconfirmedApproval {
  const last = claim.steps.findLast(({ after }) => after > 0n)
  return {
    standard: standardOf(claim.kind, token?.metadata ?? null),
    token: claim.token,
    spender: claim.spender,
    tokenId: claim.tokenId,
    reason,
    grantedAt: last
      ? { blockNumber: last.blockNumber, timestamp: times.get(last.blockNumber) ?? null, hash: last.hash }
      : null,
  }
}
