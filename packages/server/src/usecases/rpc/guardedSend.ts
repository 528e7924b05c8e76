import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { HeldTransactionStore } from '../../domain/ports/heldTransactions.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { RpcOutcome, RpcRelay, SendOutcome } from '../../domain/ports/rpcRelay.ts'
import type { SignedTransaction, SignedTransactions } from '../../domain/ports/signedTransactions.ts'
import {
  type GuardReason,
  HELD_FOR_MS,
  type HeldTransaction,
  type Hold,
  isSameAct,
  JUDGE_AGAIN_MS,
  judgeAgainAfter,
  type LeasedTransaction,
  MAX_HELD,
  MAX_HELD_BY_TOKEN,
  RELAYED_FOR_MS,
  SEND_AGAIN_MS,
  type SendVerdict,
} from '../../domain/rpc/heldTransaction.ts'
import type { GuardSettings } from '../../domain/rpc/rpcToken.ts'
import { ApiError } from '../../errors.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { decideSend, giveBack, type Reservations } from './decideSend.ts'
import { LEASE_MS } from './heldRelease.ts'
import { type JudgedSend, judgeSend, type ScanSend } from './judgeSend.ts'

/** What the guarded endpoint needs to send. */
export type SendPorts = {
  scan: ScanSend
  signed: SignedTransactions
  gate: PolicyGate
  held: HeldTransactionStore
  rpcRelay(owner: Owner, chain: Chain): Promise<RpcRelay>
  emit(event: NewEvent): Promise<unknown>
  /** Tells the delivery of events that there are some. */
  wake(): void
  now(): number
}

export type SendRequest = {
  owner: Owner
  chain: Chain
  raw: unknown
  guard: GuardSettings
  /** Id of the RPC token that asks; null: a key. */
  sentBy: string | null
  requestId: string
  signal: AbortSignal
  /** Keeps the scan under the request. */
  record(signed: SignedTransaction, judged: JudgedSend): Promise<void>
}

/** EIP-1474: the transaction was not accepted. */
const REJECTED = -32_003
const OTHERS = 'Not sent: the policy of another wallet that it concerns does not let it pass.'
const CANCELLED = 'Refused: this transaction was cancelled here. Sign another one.'
/** Characters of a node's own words. */
const MAX_QUOTED = 100
/** It was sent: that no wallet is shown it as pending must not fail the answer. */
const UNCOUNTED = { max: Number.MAX_SAFE_INTEGER, maxByToken: Number.MAX_SAFE_INTEGER, eventOf: null }
const NONCE_TOO_LOW = { code: -32_000, message: 'nonce too low' }

/** Sends transactions of wallets that pass, holds or refuses the others. */
export function createGuardedSend(ports: SendPorts) {
  const { gate, held, now } = ports

  /** Judges and decides; forwards where nothing speaks against it. */
  async function attempt(
    {
      owner,
      chain,
      guard,
      rpcRelay,
      signal,
    }: Pick<SendRequest, 'owner' | 'chain' | 'guard' | 'signal'> & { rpcRelay: RpcRelay },
    signed: SignedTransaction,
    waited: { heldSince: number; covered: readonly Hold[] } | null,
  ) {
    const used = await usedNonce(rpcRelay, signed.transaction.from, signal)
    if (used !== null && used > signed.members.nonce) return { kind: 'used' as const }
    const context: ScanContext = { environment: owner.environment, accountId: owner.accountId, signal }
    const reads = {
      actingWallets: ports.signed.actingWallets,
      guardedOf: (accounts: readonly Address[]) => gate.guardedOf(owner.accountId, owner.environment, accounts),
    }
    const judged = await judgeSend(ports.scan, reads, { chain, signed, nonce: used }, context)
    const queued = used !== null && used < signed.members.nonce
    const decision = await decideSend(gate, { owner, chain, signed, judged, guard, now: now(), queued, ...waited })
    return { kind: 'judged' as const, judged, decision }
  }

  /**
   * Sends it as one whose booking stays: a node that stops in between leaves too much booked, never too little. It is given back where no
   * node can have the transaction; where that is not certain it stays until the nonce is used.
   */
  async function forward(
    rpcRelay: RpcRelay,
    signed: SignedTransaction,
    reservations: Reservations,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    for (const id of reservations.all) await gate.settle(id, signed.hash)
    const outcome = await rpcRelay.send(signed.raw, signed.hash, signal)
    if (outcome.status === 'refused') await giveBack(gate, reservations)
    return outcome
  }

  /** Answers eth_sendRawTransaction. @throws InvalidInput, NetworkUnavailable, ApiError as the scan does. */
  async function send(request: SendRequest): Promise<RpcOutcome> {
    const { owner, chain, guard, requestId, signal } = request
    const signed = await ports.signed.read(request.raw, CHAIN_IDS[chain])
    const rpcRelay = await ports.rpcRelay(owner, chain)
    const known = await held.byHash(owner, chain, signed.hash)
    if (known?.status === 'held') return heldAnswer(known, guard)
    // Wallets send what they believe to wait again by themselves.
    if (known?.status === 'cancelled')
      return rejected(
        { ...known.reason, message: CANCELLED },
        { sender: signed.members.from, verdict: known.verdict, requestId, heldId: known.id },
      )
    // With a higher fee it goes on waiting, not from the start.
    const waiting = await held.pendingOf(owner, chain, signed.members.from, now())
    const earlier = waiting.find((one) => one.status === 'held' && isSameAct(one.transaction, signed.members))
    const waited = earlier === undefined ? null : { heldSince: earlier.heldAt, covered: [] }
    const attempted = await attempt({ owner, chain, guard, rpcRelay, signal }, signed, waited)
    if (attempted.kind === 'used')
      return (await isKnown(rpcRelay, signed.hash, signal)) ? { result: signed.hash } : { error: NONCE_TOO_LOW }
    const { judged, decision } = attempted
    const { verdict } = judged
    await request.record(signed, judged)
    const about = {
      owner,
      chain,
      hash: signed.hash,
      from: signed.members.from,
      to: signed.members.to,
      verdict,
      requestId,
    }
    if (decision.outcome === 'refuse') {
      await ports.emit(eventOf('policy.refused', { ...about, reason: decision.reason, heldId: null, now: now() }))
      ports.wake()
      return rejected(decision.reason, { sender: signed.members.from, verdict, requestId, heldId: null })
    }
    const kept = {
      chain,
      hash: signed.hash,
      transaction: signed.members,
      raw: signed.raw,
      guard,
      sentBy: request.sentBy,
      verdict,
      requestId,
      now: now(),
      expiresAt: now() + HELD_FOR_MS,
    }
    const hold = async (reason: GuardReason, releaseAt: number | null): Promise<RpcOutcome> => {
      // A delay of weeks ends before it is dropped.
      const expiresAt = Math.max(kept.expiresAt, (releaseAt ?? 0) + HELD_FOR_MS)
      const made = await held
        .hold(
          owner,
          { ...kept, ...(waited && { heldAt: waited.heldSince }), status: 'held', reason, releaseAt, expiresAt },
          {
            max: MAX_HELD,
            maxByToken: MAX_HELD_BY_TOKEN,
            eventOf: (one) =>
              eventOf('policy.held', {
                ...about,
                reason,
                heldId: one.id,
                releaseAt,
                expiresAt: one.expiresAt,
                now: now(),
              }),
          },
        )
        .catch((error: unknown) => {
          if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
          throw error
        })
      ports.wake()
      return heldAnswer(made, guard)
    }
    if (decision.outcome === 'hold') return hold(decision.reason, decision.releaseAt)
    // Before it is sent: what waits with this nonce must not be sent after it.
    const { from: sender, nonce } = signed.members
    const superseded = await held.supersede(owner, { chain, sender, nonce, except: signed.hash }, now())
    const outcome = await forward(rpcRelay, signed, decision.reservations, signal)
    if (outcome.status === 'refused') {
      await held.restore(owner, superseded, now())
      return { error: outcome.error }
    }
    if (outcome.status === 'unclear') return hold(unconfirmed(outcome), now() + SEND_AGAIN_MS)
    if (rpcRelay.isPrivate) {
      const reason: GuardReason = {
        rule: 'private-relay',
        message: 'Sent to the private endpoint, not to the public pool.',
        wallet: null,
        rules: [],
      }
      const expiresAt = now() + RELAYED_FOR_MS
      const row = { ...kept, status: 'released' as const, reason, releaseAt: null, expiresAt }
      await held.hold(owner, row, UNCOUNTED).catch(() => null)
    }
    return { result: signed.hash }
  }

  /** Judges a held transaction again, and sends it, lets it wait or ends it. @returns whether this node decided. */
  async function release(taken: LeasedTransaction, signal: AbortSignal): Promise<boolean> {
    let leased = taken
    const { held: row, raw, guard, accountId, environment } = taken
    const owner = { accountId, environment }
    const at = now()
    const about = {
      owner,
      chain: row.chain,
      hash: row.hash,
      from: row.transaction.from,
      to: row.transaction.to,
      verdict: row.verdict,
      requestId: row.requestId,
      heldId: row.id,
      now: at,
    }
    const end = (status: 'refused' | 'expired', reason: GuardReason, verdict: SendVerdict | null = null) =>
      held.settle(
        leased,
        { status, reason, ...(verdict && { verdict }) },
        at,
        eventOf('policy.refused', { ...about, reason, ...(verdict && { verdict }) }),
      )
    const wait = (reason: GuardReason, releaseAt: number | null) =>
      held.settle(leased, { status: 'held', reason, releaseAt }, at, null)

    if (raw === null || row.expiresAt <= at)
      return end('expired', { ...row.reason, message: 'Dropped: it was held for as long as it may be.' })
    try {
      const rpcRelay = await ports.rpcRelay(owner, row.chain)
      const signed = await ports.signed.read(raw, row.transaction.chainId)
      // A node that stopped after it sent leaves it held.
      if (await isKnown(rpcRelay, row.hash, signal)) return held.settle(leased, { status: 'released' }, at, null)
      const waited = { heldSince: row.heldAt, covered: row.covered }
      const attempted = await attempt({ owner, chain: row.chain, guard, rpcRelay, signal }, signed, waited)
      if (attempted.kind === 'used') return held.settle(leased, { status: 'superseded' }, at, null)
      const { decision, judged } = attempted
      if (decision.outcome === 'hold') return wait(decision.reason, decision.releaseAt)
      if (decision.outcome === 'refuse') return end('refused', decision.reason, judged.verdict)
      const renewed = await held.renew(leased, { now: now(), leaseMs: LEASE_MS })
      if (renewed === null) {
        // One that another node works on may be sent by it: what is booked ends by itself where it is not.
        const ended = await held.get(owner, row.id)
        if (ended?.status === 'cancelled') await giveBack(gate, decision.reservations)
        return false
      }
      leased = renewed
      const outcome = await forward(rpcRelay, signed, decision.reservations, signal)
      if (outcome.status === 'refused' && outcome.forGood)
        return end('refused', { ...row.reason, message: `Dropped: the node says ${quoted(outcome.error)}.` })
      if (outcome.status !== 'sent')
        return wait(unconfirmed(outcome), now() + judgeAgainAfter(now() - row.heldAt, SEND_AGAIN_MS))
      return held.settle(leased, { status: 'released', verdict: judged.verdict }, now(), null)
    } catch (error) {
      await wait(row.reason, at + JUDGE_AGAIN_MS)
      throw error
    }
  }

  return { send, release }
}

/** Transactions that the sender has used up; null when no endpoint answers. */
async function usedNonce(rpcRelay: RpcRelay, sender: Address, signal: AbortSignal): Promise<number | null> {
  const outcome = await rpcRelay.ask({ method: 'eth_getTransactionCount', params: [sender, 'latest'] }, signal)
  const count = 'result' in outcome ? Number(outcome.result) : Number.NaN
  return Number.isSafeInteger(count) ? count : null
}

async function isKnown(rpcRelay: RpcRelay, hash: Hex, signal: AbortSignal): Promise<boolean> {
  const outcome = await rpcRelay.ask({ method: 'eth_getTransactionByHash', params: [hash] }, signal)
  return 'result' in outcome && outcome.result !== null
}

/** Why one that was allowed waits: no node confirms that it has it. */
function unconfirmed({ error }: Extract<SendOutcome, { error: unknown }>): GuardReason {
  const message = `Held: no node has confirmed it, and it is sent again. The last answer was ${quoted(error)}.`
  return { rule: 'network', message, wallet: null, rules: [] }
}

function quoted({ message }: { message: string }): string {
  return `"${message.slice(0, MAX_QUOTED)}"`
}

/** To the wallet a held transaction is one that waits in a pool, unless its token asks for an error. */
function heldAnswer(
  { id, hash, transaction, reason, verdict, requestId }: HeldTransaction,
  guard: GuardSettings,
): RpcOutcome {
  if (guard.onHold === 'pending') return { result: hash }
  return rejected(reason, { sender: transaction.from, verdict, requestId, heldId: id })
}

/** The rules of a wallet are told to the wallet itself: anyone who has the URL can name another one in a transaction. */
function rejected(
  reason: GuardReason,
  {
    sender,
    verdict,
    requestId,
    heldId,
  }: { sender: Address; verdict: SendVerdict | null; requestId: string; heldId: string | null },
): RpcOutcome {
  const isOthers = reason.wallet !== null && reason.wallet !== sender
  const { rule, message, wallet, rules } = isOthers ? { ...reason, message: OTHERS, wallet: null, rules: [] } : reason
  const data = {
    rule,
    recommendation: verdict?.recommendation ?? null,
    riskScore: verdict?.riskScore ?? null,
    riskLevel: verdict?.riskLevel ?? null,
    complete: verdict?.complete ?? false,
    findings: verdict?.findings ?? [],
    wallet: wallet && getAddress(wallet),
    rules,
    requestId,
    heldId,
  }
  return { error: { code: REJECTED, message, data } }
}

function eventOf(
  type: 'policy.held' | 'policy.refused',
  about: {
    owner: Owner
    chain: Chain
    hash: Hex
    from: Address
    to: Address | null
    verdict: SendVerdict | null
    requestId: string
    reason: GuardReason
    heldId: string | null
    releaseAt?: number | null
    expiresAt?: number
    now: number
  },
): NewEvent {
  const { owner, chain, hash, verdict, requestId, reason, heldId, now } = about
  const wallet = getAddress(reason.wallet ?? about.from)
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const data = {
    wallet,
    chain,
    transactionHash: hash,
    to: about.to && getAddress(about.to),
    rule: reason.rule,
    message: reason.message,
    rules: reason.rules,
    recommendation: verdict?.recommendation ?? null,
    riskScore: verdict?.riskScore ?? null,
    riskLevel: verdict?.riskLevel ?? null,
    requestId,
    heldId,
    ...(type === 'policy.held' && {
      releaseAt: time(about.releaseAt ?? null),
      expiresAt: time(about.expiresAt ?? null),
    }),
  }
  return {
    ...owner,
    type,
    entity: wallet,
    data: JSON.stringify(data),
    identity: [type, chain, hash, heldId ?? ''].join(':'),
    at: now,
  }
}
