import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type {
  Permission,
  Publishing,
  Revocation,
  Revocations,
  RevokedPermission,
  SkippedRevocation,
} from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { PERMIT2 } from '../decode/grants.ts'
import { readStateBefore } from '../decode/readState.ts'
import { publishingOf } from '../fees/publishing.ts'
import { NO_SAFE, type SafeLists } from '../permissions/rightPlace.ts'
import { withoutOwner } from '../permissions/safeParts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { type Candidate, type Chosen, chooseCalls, type Refused } from './chooseCalls.ts'
import { firstCalls } from './firstCalls.ts'
import { planProposal } from './planProposal.ts'
import { planUndelegation, type UndelegationPorts } from './planUndelegation.ts'
import { NEEDS_SIGNATURE, readLive } from './readLive.ts'
import { invalidateNonces, lockdown, type RevocationCall, waysToRevoke } from './revocationCalls.ts'
import { runRevocations } from './runRevocations.ts'
import { planSignedEnds, type SignedEnds } from './signedEnds.ts'

const NO_CALL =
  'No call ends it: a Safe keeps at least one owner, and what its lists do not hold cannot be taken out of them.'
/** Calls that may come before the call that ends all of Permit2's allowances. */
const MAX_BEFORE_LOCKDOWN = 50
/** A nonce of Permit2 is 48 bits. */
const MAX_NONCE = 2n ** 48n - 1n

export type RevocationRequest = {
  block: PinnedBlock
  account: Account
  wallet: WalletContract | null
  /** Each once. */
  permissions: readonly Permission[]
  /** Also make unused Permit2 signatures for the same spenders worthless. */
  invalidateNonces: boolean
}

/**
 * Unsigned transactions that withdraw permissions, each executed on the fork, alone and then all in a row, and what is left of
 * each permission read afterwards. A delegation is ended first; Permit2's allowances all in one call. What only another signature of the
 * account ends comes last, with the message to sign, unexecuted. What is no permission now, or cannot be withdrawn, is skipped with the
 * reason. When nothing can be executed, the ordinary calls are answered unexecuted. Nothing is ever sent.
 * @throws when the state of the chain cannot be read.
 */
export async function planRevocations(
  sources: { chain: ChainSource } & UndelegationPorts,
  request: RevocationRequest,
  signal: AbortSignal,
): Promise<Revocations> {
  const { chain, simulator, delegateActs } = sources
  const { block, account, wallet } = request
  const { live, signable, skipped } = await readLive(chain, request, signal)
  const delegation = live.find(({ standard }) => standard === 'eip7702')
  const asked = await candidatesOf(chain, request, live, signal)
  const { first: candidates, skipped: late } = firstCalls(asked.filter(({ ways }) => ways.length > 0))
  const [tried, undelegation] = await Promise.all([
    chooseCalls(simulator, { block, account: account.address, candidates }, signal).catch(() => unexecuted(candidates)),
    delegation === undefined ? null : planUndelegation({ chain, simulator, delegateActs }, { block, account }, signal),
  ])
  // Few tokens let a holder raise the nonce of permits, which only execution shows: the others end them by a permit of nothing.
  const chosen = tried.chosen.filter((one) => one.outcome !== null || !isPermit(one))
  const refused = tried.refused.filter(({ candidate }) => !isPermit(candidate))
  const unraised = [
    ...tried.chosen.filter((one) => one.outcome === null && isPermit(one)),
    ...tried.refused.filter(({ candidate }) => isPermit(candidate)).map(({ candidate }) => candidate),
  ].flatMap(({ permissions }) => permissions)
  const signed = await signedEnds(chain, { block, account, permissions: [...signable, ...unraised] }, signal)
  const made = await together(simulator, { block, account: account.address, chosen }, signal)
  const transactions = await Promise.all(
    made.map(async (one) => {
      const transaction = { from: account.address, to: one.call.to, value: 0n, data: one.call.data }
      const asked = { block, transaction, gasUsed: one.outcome?.gasUsed ?? 0n, authorizations: 0 }
      return asRevocation(one, await publishingOf(chain, asked, signal))
    }),
  )
  const proposal =
    wallet?.type === 'safe'
      ? await planProposal(
          sources,
          {
            block,
            safe: account.address,
            owners: wallet.owners,
            threshold: wallet.threshold,
            calls: chosen.map(({ call }) => call),
            permissions: chosen.flatMap(({ permissions }) => permissions),
          },
          signal,
        ).catch(() => null)
      : null
  const executed = undelegation === null ? transactions : [undelegation, ...transactions]
  return {
    transactions: [...executed, ...signed.ends],
    skipped: [
      ...skipped,
      ...late,
      ...refused.flatMap(skippedOf),
      ...asked
        .filter(({ ways }) => ways.length === 0)
        .flatMap((candidate) => skippedOf({ candidate, reason: 'refused', detail: NO_CALL })),
      ...signed.endless.map(
        ({ permission, detail }): SkippedRevocation => ({ permission, reason: 'needs-signature', detail }),
      ),
    ],
    proposal,
    simulated: executed.length === 0 ? null : executed.every(({ simulation }) => simulation !== null),
  }
}

function isPermit({ permissions }: Pick<Candidate, 'permissions'>): boolean {
  return permissions.some(({ standard }) => standard === 'permit-signature')
}

/** Only a key signs messages as tokens check them; a contract account's word is another. */
async function signedEnds(
  chain: ChainSource,
  { block, account, permissions }: { block: PinnedBlock; account: Account; permissions: readonly RevokedPermission[] },
  signal: AbortSignal,
): Promise<SignedEnds> {
  if (account.class === 'eoa' || account.class === 'delegated-eoa')
    return planSignedEnds(chain, { block, owner: account.address, permissions }, signal)
  return { ends: [], endless: permissions.map((permission) => ({ permission, detail: NEEDS_SIGNATURE })) }
}

async function candidatesOf(
  chain: ChainSource,
  { block, account, wallet, ...request }: RevocationRequest,
  live: readonly RevokedPermission[],
  signal: AbortSignal,
): Promise<Candidate[]> {
  const kept = live.filter(({ standard }) => standard !== 'permit2' && standard !== 'eip7702')
  const safe = wallet?.type === 'safe' ? wallet : NO_SAFE
  const candidates = merged(
    withLists(inOrder(kept, safe), safe).map(({ permission, lists }) => ({
      permissions: [permission],
      ways: waysToRevoke(permission, { owner: account.address, amount: permission.before, safe: lists }),
    })),
  )
  const pairs = live.flatMap((one) =>
    one.standard === 'permit2' && one.token !== null ? [{ ...one, token: one.token }] : [],
  )
  // One call for all of them: none of the many others takes its place.
  if (pairs.length > 0)
    candidates.splice(MAX_BEFORE_LOCKDOWN, 0, {
      permissions: pairs,
      ways: [lockdown(pairs.map(({ token, spender }) => ({ token, spender })))],
    })
  if (!request.invalidateNonces) return candidates
  const closing = await Promise.all(pairs.map((pair) => closeSignatures(chain, block, account.address, pair, signal)))
  return [...candidates, ...closing.flatMap((call) => (call === null ? [] : [{ permissions: [], ways: [call] }]))]
}

/** What one and the same call ends is ended once: all orders of a counter, all permits of a nonce. */
function merged(candidates: readonly Candidate[]): Candidate[] {
  const byCall = Map.groupBy(candidates, ({ ways: [call] }) => (call === undefined ? {} : `${call.to}:${call.data}`))
  return [...byCall.values()].map((same) => ({
    permissions: same.flatMap(({ permissions }) => permissions),
    ways: same[0]?.ways ?? [],
  }))
}

/**
 * A Safe's guard goes first, for it would judge what follows; then its modules and owners, the last first, because each is taken out by the one
 * before it.
 */
function inOrder(kept: readonly RevokedPermission[], { modules, owners }: SafeLists): RevokedPermission[] {
  const place = ({ standard, spender }: RevokedPermission) => {
    if (standard === 'safe-guard') return -modules.length - owners.length - 1
    if (standard === 'safe-owner') return -1 - owners.indexOf(spender)
    return standard === 'safe-module' ? -1 - modules.indexOf(spender) - owners.length : 0
  }
  return kept.toSorted((a, b) => place(a) - place(b))
}

/** Signatures wait for the next nonce: it is the third word of what Permit2 answers. */
async function closeSignatures(
  chain: ChainSource,
  block: PinnedBlock,
  owner: Address,
  pair: { token: Address; spender: Address },
  signal: AbortSignal,
): Promise<RevocationCall | null> {
  const data: Hex = callData('permit2Allowance', owner, pair.token, pair.spender)
  const [answer] = await readStateBefore(chain, block)([{ to: PERMIT2, data }], signal)
  const nonce = wordAt(answer ?? null, 2)
  return nonce === null || nonce >= MAX_NONCE ? null : invalidateNonces(pair, nonce + 1n)
}

/**
 * Each with the Safe's lists as those before it leave them, for they are sent in a row: a Safe refuses a threshold that is above the owners it has
 * then, and an owner that stays alone is not taken out.
 */
function withLists(
  ordered: readonly RevokedPermission[],
  safe: SafeLists,
): { permission: RevokedPermission; lists: SafeLists }[] {
  let lists = safe
  return ordered.map((permission) => {
    const one = { permission, lists }
    if (permission.standard === 'safe-owner') lists = withoutOwner(lists, permission.spender)
    return one
  })
}

/** All in a row, as they will be sent: what that leaves counts. */
async function together(
  simulator: Simulator,
  { block, account, chosen }: { block: PinnedBlock; account: Address; chosen: readonly Chosen[] },
  signal: AbortSignal,
): Promise<Chosen[]> {
  if (chosen.length < 2) return [...chosen]
  const probes = [
    { calls: chosen.map(({ call }) => call), permissions: chosen.flatMap(({ permissions }) => permissions) },
  ]
  const [run] = await runRevocations(simulator, { block, account, probes }, signal).catch(() => [null])
  if (!run) return [...chosen]
  const left = run.left.values()
  return chosen.map((one, index) => ({
    ...one,
    outcome: run.outcomes[index] ?? null,
    permissions: one.permissions.map((permission) => ({ ...permission, after: left.next().value ?? null })),
  }))
}

function unexecuted(candidates: readonly Candidate[]): { chosen: Chosen[]; refused: Refused[] } {
  const chosen = candidates.flatMap(({ permissions, ways: [call] }) =>
    call === undefined ? [] : [{ call, permissions, outcome: null }],
  )
  return { chosen, refused: [] }
}

function asRevocation({ call, permissions, outcome }: Chosen, publishing: Publishing | null): Revocation {
  const simulation = outcome === null ? null : { success: outcome.success, gasUsed: outcome.gasUsed }
  return {
    ...call,
    sender: 'account',
    authorization: null,
    alternative: null,
    fundingIsSwept: null,
    signing: null,
    permissions,
    simulation,
    publishing,
  }
}

function skippedOf({ candidate, reason, detail }: Refused): SkippedRevocation[] {
  return candidate.permissions.map((permission) => ({ permission, reason, detail }))
}
