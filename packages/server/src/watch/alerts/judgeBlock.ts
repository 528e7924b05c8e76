import { setImmediate } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { getAddress, recoverAuthorizationAddress } from 'viem/utils'
import type { NewEvent } from '../../domain/event.ts'
import type { JudgeBlock, WatchedAuthorization, WatchedBlock, Watcher, WatchRows } from '../ports.ts'
import { activitiesOf } from './activitiesOf.ts'
import {
  type Activity,
  type CallActivity,
  type DelegationActivity,
  type Grant,
  type NftActivity,
  permissionKey,
  type TransferActivity,
} from './activity.ts'
import { approvalAlert } from './approvalAlerts.ts'
import { type BlockFacts, createBlockFacts } from './blockFacts.ts'
import { delegationAlerts } from './delegationAlerts.ts'
import type { MonitorSources } from './monitorSources.ts'
import { partiesOf } from './partiesOf.ts'
import { type AlertBody, transferAlerts } from './transferAlerts.ts'
import { wantedAlerts } from './wantedAlerts.ts'
import type { WatchedSet } from './watchedSet.ts'
import type { WatchList } from './watchList.ts'

/** Ethereum and Polygon pay for no more in a block. Each costs milliseconds. */
const MAX_RECOVERED = 2_500

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** Facts that are late by then are told as unknown: a block must not wait for a stranger's contract. */
const DEADLINE_MS = 10_000
/** Milliseconds: what dates can say. */
const LAST_DATE = 8.64e15

/**
 * Turns a block into alerts for its watchers. A block without watched addresses costs one look at each log; for any other,
 * only the facts that some watcher wants are requested. What cannot be learned is null and named in `unknown`: the alert is
 * raised all the same.
 * @throws when the database fails, or the block is no part of the chain any more: it is then judged again.
 */
export function createJudgeBlock({
  list,
  rows,
  sourcesFor,
  now,
}: {
  list: WatchList
  rows: Pick<WatchRows, 'watchersOf'>
  sourcesFor(environment: 'live' | 'test', chain: Chain): Promise<MonitorSources>
  /** Unix milliseconds. */
  now: () => number
}): JudgeBlock {
  return async (block, stopped) => {
    const set = await list.current(block.environment)
    const parties = await partiesOf(block, set)
    const delegations = await delegationsOf(block, set)
    for (const { wallet } of delegations) parties.addresses.add(wallet)
    if (parties.addresses.size === 0) return []
    const watchers = Map.groupBy(await rows.watchersOf(block, [...parties.addresses]), ({ address }) => address)
    if (watchers.size === 0) return []
    const sources = await sourcesFor(block.environment, block.chain)
    const watched = new Set(watchers.keys())
    const activities: Activity[] = delegations.filter(({ wallet }) => watched.has(wallet))
    for (const transaction of block.transactions) {
      const named = parties.transactions.get(transaction.hash)
      if (named !== undefined) activities.push(...(await activitiesOf(transaction, named, watched, sources)))
    }
    if (activities.length === 0) return []
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(DEADLINE_MS)])
    const pins = await pinsOf(block, sources, signal)
    const facts = createBlockFacts(sources, pins, { signal, stopped })
    const previous = previousGrants(activities)
    const delegationAlert = delegationAlerts(delegations, { block, facts })
    const told = await Promise.all(
      activities.map((activity) =>
        eventsOf(activity, {
          block,
          pin: pins.block,
          facts,
          now: now(),
          delegationAlert,
          watchers: watchers.get(activity.wallet) ?? [],
          previous: previous.get(activity) ?? null,
          hasLogs: parties.logging.has(activity.hash),
        }),
      ),
    )
    // What several watch for one account is told once, and the first to tell of it has most to say.
    const distinct = new Map<string, NewEvent>()
    for (const event of told.flat()) {
      const key = `${event.accountId}:${event.identity}`
      if (!distinct.has(key)) distinct.set(key, event)
    }
    return [...distinct.values()]
  }
}

async function pinsOf({ number, hash, parentHash }: WatchedBlock, sources: MonitorSources, signal: AbortSignal) {
  const [block, parent] = await Promise.all([sources.block(number, signal), sources.block(number - 1n, signal)])
  if (block.hash !== hash || parent.hash !== parentHash)
    throw new Error(`block ${number} was replaced while it was being judged`)
  return { block, parent }
}

/** What an earlier log of the block says of the same permission, by activity. */
function previousGrants(activities: readonly Activity[]): Map<Activity, Grant> {
  const last = new Map<string, Grant>()
  const previous = new Map<Activity, Grant>()
  for (const activity of activities) {
    if (activity.kind !== 'approval') continue
    const key = permissionKey(activity.grant)
    const before = last.get(key)
    if (before !== undefined) previous.set(activity, before)
    last.set(key, activity.grant)
  }
  return previous
}

type About = {
  block: WatchedBlock
  pin: PinnedBlock
  facts: BlockFacts
  watchers: readonly Watcher[]
  previous: Grant | null
  hasLogs: boolean
  delegationAlert: ReturnType<typeof delegationAlerts>
  now: number
}

async function eventsOf(activity: Activity, about: About): Promise<NewEvent[]> {
  const { block, pin, facts, watchers } = about
  const bodies: { accountId: string; body: AlertBody }[] = []
  if (activity.kind === 'approval') {
    const isWanted = (watcher: Watcher) =>
      watcher.monitor?.monitoring.tokenApprovals ?? watcher.webhook?.some((type) => type.startsWith('approval.'))
    if (!watchers.some(isWanted)) return []
    const alert = await approvalAlert(activity, about.previous, { block: pin, facts })
    for (const watcher of watchers)
      for (const { type } of wantedAlerts(watcher, activity, alert))
        bodies.push({
          accountId: watcher.accountId,
          body: { type, data: await alert.data(), about: activity.position },
        })
    return bodies.map((one) => eventOf(activity, one, about))
  }
  const wanted = watchers.flatMap(({ accountId }, at) =>
    wantedAlerts(watchers[at] as Watcher, activity, null).map((alert) => ({ accountId, alert })),
  )
  if (wanted.length === 0) return []
  if (activity.kind === 'delegation') {
    const body = await about.delegationAlert(activity)
    return body === null ? [] : wanted.map(({ accountId }) => eventOf(activity, { accountId, body }, about))
  }
  // Without a log nothing tells that the transaction did what it says.
  const done = await isDone(activity, about)
  if (done?.value === false) return []
  const alertFor = transferAlerts(activity, { chain: block.chain, facts })
  for (const { accountId, alert } of wanted) {
    const body = await alertFor(alert)
    if (body === null) continue
    const unknown = done === null ? [...body.data.unknown, 'success'] : body.data.unknown
    bodies.push({ accountId, body: { ...body, data: { ...body.data, unknown } } })
  }
  return bodies.map((one) => eventOf(activity, one, about))
}

/** Null: it could not be learned. */
async function isDone(activity: TransferActivity | NftActivity | CallActivity, { facts, hasLogs }: About) {
  return activity.logIndex !== null || activity.inside || hasLogs ? { value: true } : facts.succeeded(activity.hash)
}

function eventOf(
  { wallet, hash, logIndex, initiator, claimed, inside, leftOut = 0 }: Activity,
  { accountId, body }: { accountId: string; body: AlertBody },
  { block: { chain, environment, number, timestamp }, now }: About,
): NewEvent {
  const { unknown, ...data } = body.data
  const blockTimestamp = new Date(Math.min(Number(timestamp) * 1000, LAST_DATE)).toISOString()
  const place = { chain, transactionHash: hash, blockNumber: String(number), blockTimestamp, logIndex }
  return {
    accountId,
    environment,
    type: body.type,
    entity: getAddress(wallet),
    at: now,
    data: JSON.stringify({
      ...data,
      ...(inside && { inside }),
      ...place,
      initiator: getAddress(initiator),
      claimed,
      leftOut,
      unknown,
    }),
    identity: [body.type, chain, hash, wallet, body.about].join(':'),
  }
}

/**
 * Returns the authorisations of a block (EIP-7702) that addresses of the set signed for this network: each lets a delegate's
 * code run as the account, or ends that. Only the signature names the signer; any account may send the transaction. Whether
 * they were applied is not known here.
 */
export async function delegationsOf(
  { chain, transactions }: Pick<WatchedBlock, 'chain' | 'transactions'>,
  watched: WatchedSet,
): Promise<DelegationActivity[]> {
  const found: DelegationActivity[] = []
  let recovered = 0
  for (const { hash, from, authorizations = [] } of transactions)
    for (const [index, authorization] of authorizations.entries()) {
      const { chainId, address, nonce } = authorization
      if (![0n, BigInt(CHAIN_IDS[chain])].includes(chainId)) continue
      if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) continue
      if (++recovered > MAX_RECOVERED) return found
      const wallet = await signerOf(authorization)
      await setImmediate()
      if (wallet === null || !watched.has(wallet, 2, chain)) continue
      found.push({
        kind: 'delegation',
        wallet,
        delegate: address === ZERO_ADDRESS ? null : address,
        nonce,
        hash,
        logIndex: null,
        position: `delegation${index}`,
        initiator: from,
        claimed: false,
      })
    }
  return found
}

/** Null: it is no signature, and the network passes it over too. */
async function signerOf({ chainId, address, nonce, ...signature }: WatchedAuthorization): Promise<Address | null> {
  try {
    const authorization = { chainId: Number(chainId), address, nonce: Number(nonce), ...signature }
    return (await recoverAuthorizationAddress({ authorization })).toLowerCase() as Address
  } catch {
    return null
  }
}
