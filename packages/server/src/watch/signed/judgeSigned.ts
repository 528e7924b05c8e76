import type { Hex } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { getAddress, parseUnits } from 'viem/utils'
import type { NewEvent } from '../../domain/event.ts'
import type { HolderState, SignedOwner, SignedPermission, SignedStatus } from '../../domain/signedPermission.ts'
import { tellsTime } from '../../domain/signedTerms.ts'
import { isoSeconds } from '../../lib/isoSeconds.ts'
import type { LookedFor } from './usesOf.ts'

/** What a look at a permission found; a member is null where nothing answered. */
export type SignedReading = {
  block: Pick<PinnedBlock, 'number' | 'timestamp'>
  /** Base units of an approval, or whether a signature is still open, or which share of it; null: not read. */
  left: string | null
  /** The time of an approval was over before all of it was used. */
  isExpired?: boolean
  /** Of a signature that was used, in part or whole, when it is first looked at: what was left before its scan. Null: not read. */
  wasLeft?: string | null
  /** Of an approval whose amount does not show it: the transaction that used it since the last look; null: none; `unlooked`: more happened in one block than is looked at. Absent: not looked for. */
  usedBy?: Hex | 'unlooked' | null
  /** How far uses were looked for; absent: no further than before. */
  lookedFor?: LookedFor
  holderState: HolderState | null
  /** As `GET /v1/risk/score` judges the holder. */
  score: { riskScore: number; riskLevel: RiskLevel } | null
}

/** Marks a signature that was not used yet. */
export const OPEN = 'open'
/** Base units, or `open`, of what is over. */
export const NOTHING = '0'
/** Decimal digits of `WHOLE`. */
export const WHOLE_DIGITS = 18

/** Seconds after its scan for which an approval is waited for that is not on chain. */
const NOT_SENT_S = 86_400n
const LEVELS: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

export type SignedJudgement = {
  told: { status: SignedStatus; changed: string[]; transactionHash?: Hex }[]
  /** What is known from now on; null: it is over, and no longer watched. */
  next: SignedPermission | null
}

/**
 * Compares what was known of a signed permission with what is there now. An expired signature, and one whose nonce is used up, are over. An approval is over
 * when nothing is left of it. What was not read changes nothing, and neither does a block before that of the last look: endpoints lag behind each other.
 * @param riskThreshold of the monitor.
 */
export function judgeSigned(
  permission: SignedPermission,
  reading: SignedReading,
  riskThreshold: number,
): SignedJudgement {
  const { block } = reading
  if (permission.block !== null && block.number < permission.block) return { told: [], next: permission }
  const { told, next } = judgeLook(permission, reading, riskThreshold)
  return { told, next: next && { ...next, block: block.number, told: permission.told + told.length } }
}

function judgeLook(permission: SignedPermission, reading: SignedReading, riskThreshold: number): SignedJudgement {
  const { block, left, isExpired = false, wasLeft = null, usedBy, holderState, score } = reading
  const { subject } = permission
  if (subject.kind === 'signature') {
    const { deadline } = subject.signature
    const isPast = deadline !== null && BigInt(deadline) < block.timestamp
    const asksTime = tellsTime(subject.signature)
    // Expired and used at once: it was used, for afterwards nothing could use it. A contract that tells the time says the same of both.
    const over = isPast && asksTime ? 'expired' : 'used'
    if (left === NOTHING)
      return { told: permission.left === null && wasLeft === NOTHING ? [] : [told(over)], next: null }
    if (isPast && !(asksTime && (left ?? permission.left) !== null))
      return { told: permission.left === null ? [] : [told('expired')], next: null }
  } else {
    if (left === NOTHING && permission.left === null) {
      const isSent = block.timestamp < BigInt(Math.floor(permission.scannedAt / 1_000)) + NOT_SENT_S
      // Given, used and taken back between two looks: it may be given once more.
      const isUsed = usedBy != null && usedBy !== 'unlooked'
      return {
        told: isUsed ? [usedOnce(usedBy)] : [],
        next: isSent ? { ...permission, ...reading.lookedFor } : null,
      }
    }
    if (left === NOTHING) return { told: [told(isExpired ? 'expired' : 'used')], next: null }
  }
  const found: SignedJudgement['told'] = []
  // An order that was filled in part before its first look is news like one that was filled whole.
  const known = permission.left ?? (subject.kind === 'signature' ? (wasLeft ?? OPEN) : null)
  if (left !== null && known !== null && amountOf(left) < amountOf(known)) found.push(usedOnce(usedBy))
  else if (usedBy) found.push(usedOnce(usedBy))
  const changed = changesOf(permission.holderState, holderState)
  if (changed.length > 0) found.push({ status: 'changed', changed })
  const isWorse = score !== null && LEVELS.indexOf(score.riskLevel) > LEVELS.indexOf(permission.riskLevel ?? 'safe')
  const isDangerous = isWorse && score.riskScore >= riskThreshold
  if (isDangerous) found.push(told('dangerous'))
  return {
    told: found,
    next: {
      ...permission,
      left: left ?? permission.left,
      ...reading.lookedFor,
      holderState: holderState ?? permission.holderState,
      riskLevel: isDangerous ? score.riskLevel : permission.riskLevel,
    },
  }
}

/** Comparable amounts: base units, or a share as a decimal fraction. */
export function amountOf(left: string): bigint {
  if (left === OPEN) return WHOLE
  return left.includes('.') ? parseUnits(left, WHOLE_DIGITS) : BigInt(left)
}

/** With the transaction where it is known. */
function usedOnce(usedBy: SignedReading['usedBy']): SignedJudgement['told'][number] {
  return usedBy && usedBy !== 'unlooked' ? { ...told('used'), transactionHash: usedBy } : told('used')
}

function told(status: SignedStatus) {
  return { status, changed: [] }
}

/** Names what the holder runs or obeys that is another now; nothing where it was not read before. */
function changesOf(was: HolderState | null, is: HolderState | null): string[] {
  if (was === null || is === null) return []
  return (['codeHash', 'implementation', 'admin', 'owner'] as const).filter((member) => was[member] !== is[member])
}

/**
 * The event of one finding.
 * @param index of it in its look.
 */
export function signedEvent(
  { accountId, environment, chain, wallet }: SignedOwner,
  permission: SignedPermission,
  { status, changed, transactionHash }: SignedJudgement['told'][number],
  { block, left, score, now, index }: SignedReading & { now: number; index: number },
): NewEvent {
  const { subject, requestId, origin } = permission
  const { standard, token, spender, deadline, description } = shownOf(subject)
  const unknown = [...(score === null ? ['riskScore', 'riskLevel'] : []), ...(left === null ? ['left'] : [])]
  const data = {
    wallet: getAddress(wallet),
    chain,
    status,
    kind: subject.kind,
    standard,
    token: getAddress(token),
    spender: getAddress(spender),
    description,
    requestId,
    origin,
    deadline: isoSeconds(deadline),
    left,
    changed,
    riskScore: score?.riskScore ?? null,
    riskLevel: score?.riskLevel ?? null,
    transactionHash: transactionHash ?? null,
    blockNumber: String(block.number),
    blockTimestamp: isoSeconds(block.timestamp),
    logIndex: null,
    unknown,
  }
  return {
    accountId,
    environment,
    type: 'monitor.permission',
    entity: getAddress(wallet),
    at: now,
    data: JSON.stringify(data),
    // Counted, for a state can come back: code is replaced, and replaced again.
    identity: ['monitor.permission', chain, wallet, permission.place, requestId, permission.told + index].join(':'),
  }
}

function shownOf(subject: SignedPermission['subject']) {
  if (subject.kind === 'approval')
    return { ...subject, spender: subject.holder, deadline: null, description: `Approval of ${subject.symbol}` }
  const { standard, keeper, holder, deadline, description } = subject.signature
  return { standard, token: keeper, spender: holder, deadline, description }
}
