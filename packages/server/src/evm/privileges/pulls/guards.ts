import type { Address } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { Explored } from '../paths/explored.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import { isFormality } from '../paths/payouts.ts'
import type { Lifted, Pull } from '../paths/pull.ts'

/** Entries of mappings and lists lie further up. */
const MAX_FIXED_SLOT = 1n << 32n
/** Marks that, together with the owner's account, make a condition the owner's own consent. */
const CONSENT = TAINT.caller | TAINT.stored | TAINT.signer | TAINT.answer

/**
 * Returns the guards that a pull depends on: an empty list where any account passes; null where the owner has to agree (by calling,
 * signing, or what is stored under its account), or where only a pool of a factory, or the contract itself, may call.
 */
export function guardsOf(
  pull: Pull,
  world: Pick<Explored, 'inside' | 'settable' | 'signers' | 'isMember'>,
): PullGuard[] | null {
  const { owner, chosen, payout, foreign = [] } = pull
  const asked = foreign.length === 0 ? pull.lifted : pull.lifted.filter((_, at) => !foreign.includes(at))
  const lifted = payout === undefined ? asked : asked.filter((one) => !isFormality(one, payout))
  const { inside } = world
  // A function that the contract does not let its caller choose.
  if (lifted.some(({ marks }) => (marks & chosen) !== 0)) return null
  // An account that the code names itself, such as the zero address of a signature that recovers none.
  if (lifted.some(({ pins = 0 }) => (pins & owner) !== 0)) return null
  const consents = lifted.filter(({ marks }) => owner !== 0 && (marks & owner) !== 0 && (marks & CONSENT) !== 0)
  if (consents.length > 0 && !isOpenEnded(pull, consents, world)) return null
  const guards: PullGuard[] = []
  const isKeyed = world.isMember === true || isGuarded(pull)
  for (const one of lifted) {
    // What a payment of the contract's own holdings needs of the contract itself, it needs.
    const isOutside = (one.marks & TAINT.answer) !== 0
    if (consents.includes(one) || ((payout === undefined || isOutside) && isKeyed && isSetting(one))) continue
    const guard: ReturnType<typeof guardOf> = isSecret(one, payout === undefined)
      ? { by: 'secret', holder: null }
      : guardOf(one, world)
    if (guard === 'contract-of-factory') return null
    // What the contract calls itself for, it does inside a path that starts elsewhere.
    if (guard?.by === 'caller' && guard.holder !== null && inside.has(BigInt(guard.holder))) return null
    if (guard !== null && !guards.some(({ by, holder }) => by === guard.by && holder === guard.holder))
      guards.push(guard)
  }
  return guards
}

/** A hash that the call has to fit: for payments, one word of the contract and not a record of its own. */
function isSecret({ committed }: Lifted, isPull: boolean): boolean {
  return committed !== undefined && (isPull || committed < MAX_FIXED_SLOT)
}

/** Whether the code names the caller. */
function hasKey({ lifted }: Pick<Pull, 'lifted'>): boolean {
  return lifted.some(({ identity }) => identity?.who === 'caller' && inputsOf(identity.otherMarks) === 0)
}

/** Whether the code names the caller or a signer, or a hash that the call has to fit. */
function isGuarded({ lifted }: Pick<Pull, 'lifted'>): boolean {
  return lifted.some(
    ({ identity, committed }) =>
      committed !== undefined || (identity !== undefined && inputsOf(identity.otherMarks) === 0),
  )
}

/** One word for all users, such as a date that a key sets, or what another contract says of no account: no account agrees by it. */
function isSetting({ marks, identity }: Lifted): boolean {
  return (
    identity === undefined &&
    (marks & (TAINT.stored | TAINT.answer)) !== 0 &&
    (marks & (TAINT.hash | TAINT.caller | TAINT.signer)) === 0 &&
    inputsOf(marks) === 0
  )
}

/**
 * Whether the owner only agreed to payments whose amount a key sets later: a subscription at any price. The key is a caller that the code
 * names.
 */
function isOpenEnded(
  { amount, lifted, owner }: Pull,
  consents: readonly Lifted[],
  { settable }: Pick<Explored, 'settable'>,
) {
  if (amount === null || amount.value === 0n || !settable.has(amount.value)) return false
  const isWord = (amount.marks & TAINT.stored) !== 0 && (amount.marks & (TAINT.hash | owner)) === 0
  const isFlag = consents.every(({ marks }) => (marks & (TAINT.caller | TAINT.signer | TAINT.answer)) === 0)
  return isWord && isFlag && hasKey({ lifted })
}

/** Returns null where every caller can meet the condition. */
function guardOf(
  { marks, identity }: Lifted,
  { signers }: Pick<Explored, 'signers'>,
): PullGuard | 'contract-of-factory' | null {
  const has = (mark: number) => (marks & mark) !== 0
  if (identity !== undefined) {
    const { who, own, other, otherMarks } = identity
    const signer = who === 'signer' ? signers.get(own) : undefined
    if (signer !== undefined) return { by: 'signature', holder: addressOf(signer) }
    if (inputsOf(otherMarks) === 0 && (otherMarks & TAINT.answer) !== 0)
      return { by: who === 'caller' ? 'role' : 'signature', holder: null }
    if (inputsOf(otherMarks) === 0) return { by: who === 'caller' ? 'caller' : 'signature', holder: addressOf(other) }
    if ((otherMarks & TAINT.created) !== 0) return 'contract-of-factory'
    if ((otherMarks & (TAINT.answer | TAINT.stored)) !== 0)
      return { by: who === 'caller' ? 'role' : 'signature', holder: null }
    return (otherMarks & TAINT.hash) === 0 ? null : { by: 'secret', holder: null }
  }
  if (has(TAINT.signer)) return { by: 'signature', holder: null }
  if (has(TAINT.caller) && (has(TAINT.stored) || has(TAINT.answer))) return { by: 'role', holder: null }
  if (has(TAINT.hash) && !has(TAINT.stored)) {
    // A hash of the caller alone: one account fits.
    const isCaller = has(TAINT.caller) && inputsOf(marks) === 0
    return { by: isCaller ? 'caller' : 'secret', holder: null }
  }
  if (has(TAINT.stored) || has(TAINT.answer)) return { by: 'switch', holder: null }
  if (has(TAINT.caller)) return { by: 'role', holder: null }
  // A deadline of the call itself is its caller's choice.
  const isTime = has(TAINT.time) && inputsOf(marks) === 0
  return has(TAINT.environment) || isTime ? { by: 'time', holder: null } : null
}

function addressOf(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}
