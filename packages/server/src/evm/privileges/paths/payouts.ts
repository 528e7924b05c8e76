import { isSameList, ofOtherCall } from './appointments.ts'
import { BALANCE_READ, selectorOf } from './frame.ts'
import { ACCOUNT_MASK, inputsOf, isInput, TAINT } from './marks.ts'
import type { Lifted, Pull, Setter } from './pull.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

type Payout = NonNullable<Pull['payout']>

const TRANSFER = 0xa9059cbb
const TRANSFERS_FROM = new Set([0x23b872dd, 0x42842e0e])
const SELECTOR_BYTES = 4
const ACCOUNTS_AND_AMOUNT = 96
/** What a contract is made to have of each asset is more. */
const LARGE = 10n ** 18n
/** Stands among the slots of a path on which the contract collects something, or asks another one about its caller. */
const PAID_IN = 'something was paid in'
/** Begins the names under which compared numbers stand among the slots of a path. */
const BOUND = 'an amount is compared'
/** Marks by which a condition is about a person. */
const PERSON = TAINT.caller | TAINT.signer | TAINT.answer

/** The payment that a call of the contract makes out of its own holdings; null where it makes none. */
export function payoutOf(
  { address, payouts }: { address: bigint; payouts?: ReadonlySet<bigint | null> },
  { to, value, input }: { to: Word; value: Word; input: TaintedBytes },
): Payout | null {
  if (value.value > 0n && payouts?.has(null) === true) return { asset: null, receiver: to, amount: value }
  if (payouts?.has(to.value & ACCOUNT_MASK) !== true) return null
  const selector = selectorOf(input)
  if (selector === TRANSFER) return { asset: to.value & ACCOUNT_MASK, receiver: input.word(4), amount: input.word(36) }
  if (!TRANSFERS_FROM.has(selector) || (input.word(4).value & ACCOUNT_MASK) !== address) return null
  return { asset: to.value & ACCOUNT_MASK, receiver: input.word(36), amount: input.word(68) }
}

/** Remembers that a path collects, which makes a payment an exchange, and forgets balances that were read before the payment. */
export function notePayIn(
  slots: Map<string, Word>,
  payout: Payout | null,
  { input, address }: { input: TaintedBytes; address: bigint },
): void {
  if (payout !== null) {
    slots.delete(BALANCE_READ)
    return
  }
  const named = input.marks(SELECTOR_BYTES, ACCOUNTS_AND_AMOUNT)
  const collects = TRANSFERS_FROM.has(selectorOf(input)) && (input.word(36).value & ACCOUNT_MASK) === address
  if (collects || (named & TAINT.caller) !== 0) slots.set(PAID_IN, word(1n))
}

/** Remembers that a number of the call is compared with a word for all users. */
export function noteBound(slots: Map<string, Word>, { marks, truth }: Word): void {
  const isOfAll = (marks & TAINT.stored) !== 0 && (marks & TAINT.hash) === 0
  if (truth !== undefined && inputsOf(marks) !== 0 && isOfAll) slots.set(`${BOUND} ${marks}`, word(1n, marks))
}

export function isBounded({ payout }: Pick<Pull, 'payout'>, slots: ReadonlyMap<string, Word>): true | undefined {
  const paid = inputsOf(payout?.amount.marks ?? 0)
  const bounds = [...slots].filter(([key, { marks }]) => key.startsWith(BOUND) && (marks & paid) !== 0)
  return bounds.length > 0 ? true : undefined
}

/**
 * Returns the marks of the account whose record a payment uses up: 0 where it uses up none. Null where the payment is its receiver's or its
 * caller's own, an exchange, or a loan that is asked back at the end, and where neither its caller nor the call names the receiver.
 */
export function debtorOf(
  { payout }: Omit<Pull, 'lifted'>,
  { slots, lifted }: { slots: ReadonlyMap<string, Word>; lifted: readonly Lifted[] },
): number | null {
  if (payout === undefined || slots.has(PAID_IN) || slots.has(BALANCE_READ)) return null
  const { receiver, amount } = payout
  // An account of an earlier call keeps its value in a word that it shares.
  const isNamed = (receiver.marks & TAINT.stored) === 0 || isInput(receiver.value & ACCOUNT_MASK)
  const receiving = isNamed ? inputsOf(receiver.marks) : 0
  // A stored receiver is the one who calls, and chooses the sum: a part that the code fixes is a fee.
  const isChosenSum = inputsOf(amount.marks) !== 0 && (amount.marks & TAINT.stored) === 0
  const isKey =
    isChosenSum &&
    lifted.some(({ identity }) => identity?.who === 'caller' && identity.other === (receiver.value & ACCOUNT_MASK))
  if (receiving === 0 && (receiver.marks & TAINT.caller) === 0 && !isKey) return null
  // A fixed sum, such as a faucet's.
  if (inputsOf(amount.marks) === 0 && amount.value < LARGE) return null
  const paid = inputsOf(amount.marks)
  // A record by a hash of the whole payment says that it was made once.
  const whole = isInput(amount.value) ? paid : 0
  const records = [...slots.values()].filter(
    ({ place = 0 }) => (place & whole) === 0 && ((place & TAINT.caller) !== 0 || inputsOf(place) !== 0),
  )
  // Where a hash has to fit, a word that only says “paid” is no record of how much is due.
  const isProved = lifted.some(({ committed }) => committed !== undefined)
  const isFlag = ({ value, marks }: Word) => value !== 0n && (marks & paid) === 0
  const own = records.filter(({ place = 0 }) => (place & (TAINT.caller | receiving)) !== 0)
  if (own.some((one) => !isProved || !isFlag(one))) return null
  const used = records.filter(({ value, marks }) => value === 0n || (marks & paid) !== 0)
  const debtor = used.reduce((all, { place = 0 }) => all | inputsOf(place), 0)
  // What is stored names the receiver.
  if (lifted.some(({ bare = 0, zeroed }) => (bare & receiving) !== 0 || zeroed === true)) return null
  return debtor
}

/**
 * Whether a condition of a payment is met by who chooses its amount, its time, or an argument that only repeats what is stored: it protects no
 * account.
 */
export function isFormality({ marks, order, tally, bare = 0, identity }: Lifted, { amount }: Payout): boolean {
  if (identity !== undefined || (marks & PERSON) !== 0) return false
  // How many agreed to a hash of the whole payment.
  if (tally === true && isInput(amount.value) && (amount.marks & TAINT.stored) === 0) return false
  if (bare !== 0 || (marks & ~amount.marks) === 0) return true
  // A date for all is told by executing the call later.
  const isOfEntry = (marks & TAINT.time) !== 0 && inputsOf(marks) !== 0
  return order === true && ((marks & inputsOf(amount.marks)) !== 0 || isOfEntry)
}

/**
 * Returns the payment as accounts make it that first set the word that a guard reads: the caller that the code names, or the hash that a
 * call has to fit. The guards of that setting take the place of the guard.
 */
export function afterSetting(pull: Pull, setters: readonly Setter[]): Pull[] {
  return pull.lifted.flatMap((guard) => {
    const { identity, committed, list } = guard
    const isNamed = identity?.who === 'caller' && inputsOf(identity.otherMarks) === 0
    const slot = committed ?? list ?? (isNamed ? identity.slot : undefined)
    if (slot === undefined) return []
    const others = pull.lifted.filter((one) => one !== guard)
    return setters.flatMap(({ slot: set, lifted, entry, holder, filled, member, input }): Pull[] => {
      if (entry !== undefined || holder !== undefined || (member === true) !== (list !== undefined)) return []
      if (filled === true ? committed === undefined || !isSameList(slot, set) : set !== slot) return []
      // The new entry is there, and is as old as it has to be.
      const rest = filled === true ? others.filter((one) => !isOfEntry(one)) : others
      const { proposal } = pull
      return [
        {
          ...pull,
          lifted: [...rest, ...lifted.map(ofOtherCall)],
          ...(input !== undefined && proposal !== undefined && { proposal: [{ input, roles: {} }, ...proposal] }),
        },
      ]
    })
  })
}

function isOfEntry({ marks, identity }: Lifted): boolean {
  return identity === undefined && (marks & TAINT.stored) !== 0 && (marks & (PERSON | TAINT.hash)) === 0
}
