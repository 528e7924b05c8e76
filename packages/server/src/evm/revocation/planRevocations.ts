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
import { isUnlimited } from '../decode/approvalChanges.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { PERMIT2 } from '../decode/grants.ts'
import { readStateBefore } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { publishingOf } from '../fees/publishing.ts'
import { needsSignature } from '../permissions/rightReads.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { type Candidate, type Chosen, chooseCalls, type Refused } from './chooseCalls.ts'
import { permissionReads, permissionState } from './permissionReads.ts'
import { planProposal } from './planProposal.ts'
import { planUndelegation, type UndelegationPorts } from './planUndelegation.ts'
import { invalidateNonces, lockdown, type RevocationCall, waysToRevoke } from './revocationCalls.ts'
import { runRevocations } from './runRevocations.ts'

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
 * each permission read afterwards. A delegation is ended first; Permit2's allowances all in one call. What is no permission
 * now, or cannot be withdrawn, is skipped with the reason. When nothing can be executed, the ordinary calls are answered
 * unexecuted. Nothing is ever sent.
 * @throws when the state of the chain cannot be read.
 */
export async function planRevocations(
  sources: { chain: ChainSource } & UndelegationPorts,
  request: RevocationRequest,
  signal: AbortSignal,
): Promise<Revocations> {
  const { chain, simulator, delegateActs } = sources
  const { block, account, wallet } = request
  const { live, skipped } = await readLive(chain, request, signal)
  const delegation = live.find(({ standard }) => standard === 'eip7702')
  const candidates = await candidatesOf(chain, request, live, signal)
  const [{ chosen, refused }, undelegation] = await Promise.all([
    chooseCalls(simulator, { block, account: account.address, candidates }, signal).catch(() => unexecuted(candidates)),
    delegation === undefined ? null : planUndelegation({ chain, simulator, delegateActs }, { block, account }, signal),
  ])
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
  const all = undelegation === null ? transactions : [undelegation, ...transactions]
  return {
    transactions: all,
    skipped: [...skipped, ...refused.flatMap(skippedOf)],
    proposal,
    simulated: all.length === 0 ? null : all.every(({ simulation }) => simulation !== null),
  }
}

/** Reads the permissions from the contracts themselves at the block. */
async function readLive(
  chain: ChainSource,
  { block, account, permissions }: RevocationRequest,
  signal: AbortSignal,
): Promise<{ live: RevokedPermission[]; skipped: SkippedRevocation[] }> {
  const read = readStateBefore(chain, block)
  const states = await Promise.all(
    permissions.map(async (permission) => {
      if (permission.standard === 'eip7702') return account.delegate === permission.spender ? 1n : 0n
      const answers = await read(permissionReads(account.address, permission), signal)
      return permissionState(account.address, permission, answers, block.timestamp)
    }),
  )
  const live: RevokedPermission[] = []
  const skipped: SkippedRevocation[] = []
  for (const [index, permission] of permissions.entries()) {
    const before = states[index] ?? null
    if (before === null) skipped.push({ permission, reason: 'unreadable', detail: UNREADABLE })
    else if (before > 0n && needsSignature(permission))
      skipped.push({ permission, reason: 'needs-signature', detail: NEEDS_SIGNATURE })
    else if (before === 0n)
      skipped.push({ permission, reason: 'not-live', detail: 'There is no such permission at this block.' })
    else
      live.push({
        ...permission,
        symbol: null,
        decimals: null,
        unlimited: isEndless(permission, before),
        before,
        after: null,
      })
  }
  return { live: await Promise.all(live.map((one) => named(chain, block, one, signal))), skipped }
}

function isEndless({ standard, tokenId }: Permission, amount: bigint): boolean {
  if (COUNTED.has(standard) || (standard === 'erc6909' && tokenId !== null)) return isUnlimited(amount, null)
  return standard !== 'eip7702' && standard !== 'vote-delegation' && tokenId === null
}

/** Standards whose permissions are amounts. */
const COUNTED: ReadonlySet<string> = new Set(['erc20', 'permit2', 'credit-delegation'])

const NEEDS_SIGNATURE =
  'No transaction ends it: only its deadline, another signature with the same nonce that is used first, or moving the tokens away.'
const UNREADABLE = 'The contract does not answer whether this approval exists.'

async function named(
  chain: ChainSource,
  block: PinnedBlock,
  permission: RevokedPermission,
  signal: AbortSignal,
): Promise<RevokedPermission> {
  if (permission.token === null) return permission
  const metadata = await tokenMetadata(chain, { block, address: permission.token }, signal).catch(() => null)
  return { ...permission, symbol: metadata?.symbol ?? null, decimals: metadata?.decimals ?? null }
}

async function candidatesOf(
  chain: ChainSource,
  { block, account, wallet, ...request }: RevocationRequest,
  live: readonly RevokedPermission[],
  signal: AbortSignal,
): Promise<Candidate[]> {
  const kept = live.filter(({ standard }) => standard !== 'permit2' && standard !== 'eip7702')
  const modules = wallet?.type === 'safe' ? wallet.modules : []
  const candidates: Candidate[] = inOrder(kept, modules).map((permission) => ({
    permissions: [permission],
    ways: waysToRevoke(permission, { owner: account.address, amount: permission.before, modules }),
  }))
  const pairs = live.flatMap((one) =>
    one.standard === 'permit2' && one.token !== null ? [{ ...one, token: one.token }] : [],
  )
  if (pairs.length > 0)
    candidates.push({ permissions: pairs, ways: [lockdown(pairs.map(({ token, spender }) => ({ token, spender })))] })
  if (!request.invalidateNonces) return candidates
  const closing = await Promise.all(pairs.map((pair) => closeSignatures(chain, block, account.address, pair, signal)))
  return [...candidates, ...closing.flatMap((call) => (call === null ? [] : [{ permissions: [], ways: [call] }]))]
}

/** A Safe's guard goes first, for it would judge what follows; then its modules, the last first, because each is taken out by the one before it. */
function inOrder(kept: readonly RevokedPermission[], modules: readonly Address[]): RevokedPermission[] {
  const place = ({ standard, spender }: RevokedPermission) => {
    if (standard === 'safe-guard') return -modules.length - 1
    return standard === 'safe-module' ? -1 - modules.indexOf(spender) : 0
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
    permissions,
    simulation,
    publishing,
  }
}

function skippedOf({ candidate, reason, detail }: Refused): SkippedRevocation[] {
  return candidate.permissions.map((permission) => ({ permission, reason, detail }))
}
