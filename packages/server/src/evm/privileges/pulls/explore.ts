import { type Code, readCode } from '../../bytecode/analysis/code.ts'
import { advance, BALANCE_READ, type Frame, type Request, selectorOf, slotKey, type World } from './frame.ts'
import { beneficiaryOf, isAgreed, isHarmful, noteWrites, ownerOf, passesOn } from './pathEffects.ts'
import { debtorOf, isBounded, noteBound, notePayIn, payoutOf } from './payouts.ts'
import type { Entry, Lifted, Opening, Pull, Setter } from './pull.ts'
import { inputsOf, isAccountInput, isChosen, isInput, TAINT, truthOf, type Word, WRITTEN_CALL, word } from './taint.ts'
import { TaintedBytes } from './taintedBytes.ts'

/**
 * A call by which the contract uses its power. `target`: null for any. Offsets of the owner and the receiver in its data; `owner` null: the
 * called contract is a wallet itself, which the caller may name.
 */
export type PowerCall = { target: bigint | null; selector: number; owner: number | null; receiver: number | null }

export type Explored = World & {
  /** Called first: the contract itself, or one that it obeys. */
  entry: bigint
  /** Contracts whose code runs where they are called; others are plain answers. */
  inside: ReadonlySet<bigint>
  /** `every call`: of an account that runs the code, each call is one. */
  powers: readonly PowerCall[] | 'every call'
  code(address: bigint): Promise<Code | null>
  /** What another contract really answers; null where it refuses, or is not asked. */
  answer(to: bigint, input: Uint8Array): Promise<Uint8Array | null>
  /** Well-known factories of pools: what they answer about two tokens is a pool of theirs. */
  factories: ReadonlySet<bigint>
  /** Steps that may still be made. */
  left: number
  /** Contracts that answered for a signature, by the answer (see `signedAnswer`). */
  signers: Map<bigint, bigint>
  setters: Setter[]
  openings: Opening[]
  /** Contracts outside that a condition about the caller asks. */
  asked: Set<bigint>
  /** What is written to entries of mappings, where that is looked for. */
  entries?: Entry[]
  /** The caller is an account that may be on its lists: that it is one is a guard. */
  isMember?: true
  /** Is told of each path that came to its end. */
  ended?: (path: { slots: ReadonlyMap<string, Word>; lifted: readonly Lifted[] }) => void
  /** Payments of these assets out of the contract are looked for, and nothing else; null: coins. */
  payouts?: ReadonlySet<bigint | null>
}

type State = {
  frames: Frame[]
  slots: Map<string, Word>
  lifted: Lifted[]
  pulls: Omit<Pull, 'lifted'>[]
  /** Branches lifted on the way, by place. */
  places: Set<string>
  /** What was assumed of each truth: an operand of `&&` that failed stays failed where the whole is tested. */
  decided: Map<object, boolean>
}

/** Steps of one exploration, and of one path: opcodes, and more for one that moves many bytes. */
const MAX_STEPS = 25_000
const MAX_PATH = 8_000
/** Steps after which other work has its turn: some milliseconds. */
const STEPS_A_TURN = 1_000
/** Guards lifted on one path, and times that one place is lifted. */
const MAX_LIFTED = 6
const MAX_SAME_PLACE = 3
const MAX_DEPTH = 5
const MAX_FOUND = 12

/**
 * Calls that move the tokens of an account: transferFrom(address,address,uint256) of ERC-20 and ERC-721, safeTransferFrom of ERC-721
 * and ERC-1155, transferFrom(address,address,uint160,address) of Permit2.
 */
export const TOKEN_TRANSFERS: readonly PowerCall[] = [
  0x23b872dd, 0x42842e0e, 0xb88d4fde, 0xf242432a, 0x2eb2c2d6, 0x36c78516,
].map((selector) => ({ target: null, selector, owner: 4, receiver: 36 }))
/** What runs after a jump to no destination. */
const INVALID_CODE = readCode('0xfe')
/** The caller chooses the code. */
export const ANY_CODE = { owner: 0, anyCall: true, chosen: 0, amount: null }
const AMOUNT_AT = 68
/** The first bytes of a word with an account. */
const HEAD_OF_ACCOUNT = 0
/** Answers of tokens that are amounts: the owner has enough and allows it. */
const AMOUNTS = new Set([0x70a08231, 0xdd62ed3e, 0x18160ddd])
const BALANCE_OF = 0x70a08231
const PLENTY = 1n << 120n
const ANSWER_WORDS = 8
const LIST_LENGTH = 2
/** transfer(address,uint256) and approve(address,uint256), which answer a truth. */
const BOOLEANS = new Set([0xa9059cbb, 0x095ea7b3])
/** isValidSignature(bytes32,bytes) and isValidSignature(bytes,bytes) of EIP-1271. */
const SIGNATURE_CHECKS = new Set([0x1626ba7e, 0x20c13b0b])
const SIGNED_ANSWER = 0x5167_0000n
const SIGNER = 0x5167_5167_5167_5167_5167_5167_5167_5167_5167_5167n

/**
 * Executes a call on the contract's real code and storage, with other contracts as plain answers, and then again with the guards
 * lifted that stopped it, one after another. Returns the paths that succeed and use the power over an account that the call names;
 * `complete` is false where a limit left paths out. `opening`: the call that comes first.
 */
export async function explorePulls(
  world: Explored,
  input: TaintedBytes,
  opening?: Opening,
): Promise<{ pulls: Pull[]; complete: boolean }> {
  const { unfinished, ...plain } = await explorePaths(world, input, { opening, lists: false })
  if (!unfinished) return plain
  // A router answers with a list: where each path that takes tokens fails behind the pull, made-up answers may be the reason.
  const listed = await explorePaths(world, input, { opening, lists: true })
  return {
    pulls: [...plain.pulls, ...listed.pulls],
    complete: plain.complete && listed.complete && !listed.unfinished,
  }
}

/** As `explorePulls`; `unfinished`: tokens were taken, and no path with such a pull came to its end. `lists`: calls are answered by lists. */
async function explorePaths(
  world: Explored,
  input: TaintedBytes,
  { opening, lists }: { opening: Opening | undefined; lists: boolean },
): Promise<{ pulls: Pull[]; complete: boolean; unfinished: boolean }> {
  const own = await world.code(world.entry)
  if (own === null) return { pulls: [], complete: false, unfinished: false }
  const found: Pull[] = []
  const lifts = new Map<string, number>()
  const entry = frameOf(own, input, { account: world.entry, caller: word(world.caller, TAINT.caller), pullsBefore: 0 })
  const pending: State[] = [
    {
      frames: [entry],
      slots: new Map(opening?.slots),
      lifted: [...(opening?.lifted ?? [])],
      pulls: [],
      places: new Set(),
      decided: new Map(),
    },
  ]
  let complete = true
  let isLost = false
  let isFinished = false
  let steps = 0
  let rested = 0
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    let onPath = 0
    const count = (made: number) => {
      world.left -= made
      steps += made
      onPath += made
      return world.left >= 0 && steps <= MAX_STEPS && onPath <= MAX_PATH
    }
    while (state.frames.length > 0) {
      if (steps - rested > STEPS_A_TURN) {
        // Other scans have their turn.
        await new Promise(setImmediate)
        rested = steps
      }
      const frame = state.frames.at(-1) as Frame
      const request = await advance(frame, state.slots, world, count)
      if (request.type === 'branch') {
        const other = branch(state, frame, request, { lifts, bases: world.bases })
        if (other !== null) pending.push(other)
      } else if (request.type === 'call') await call(state, frame, request, world, lists)
      else if (request.type === 'upgrade') state.pulls.push(ANY_CODE)
      else {
        isLost ||= !request.success && state.pulls.length > frame.pullsBefore
        if (!end(state, request)) continue
        isFinished ||= state.pulls.length > 0
        world.ended?.({ slots: state.slots, lifted: state.lifted })
        for (const pull of state.pulls) {
          if (world.payouts !== undefined) {
            const owner = debtorOf(pull, state)
            const bounded = isBounded(pull, state.slots)
            if (owner !== null) found.push({ ...pull, owner, lifted: state.lifted, ...(bounded && { bounded }) })
            continue
          }
          const { beneficiary } = pull
          const lifted = beneficiary === undefined ? state.lifted : [...state.lifted, beneficiary]
          if (isHarmful(pull, state)) found.push({ ...pull, lifted })
          else if (!isAgreed(pull, state)) complete = false
        }
        if (opening === undefined) noteWrites(state, world)
      }
    }
    if (onPath > MAX_PATH) complete = false
    if (world.left <= 0 || steps > MAX_STEPS || found.length >= MAX_FOUND) {
      complete = false
      break
    }
  }
  return { pulls: found, complete, unfinished: isLost && !isFinished }
}

/** Goes the way that the state says; returns the state of the other way, where a guard may have decided. */
function branch(
  state: State,
  frame: Frame,
  { to, condition }: Extract<Request, { type: 'branch' }>,
  { lifts, bases }: { lifts: Map<string, number>; bases: ReadonlyMap<bigint, bigint> },
): State | null {
  const { of, negated, pins = 0, bare = 0, committed, order } = truthOf(condition)
  const known = state.decided.get(of)
  const taken = known === undefined ? condition.value !== 0n : known !== negated
  const lands = frame.code.destinations[to] === 1
  const place = `${state.frames.length}.${frame.code.bytes.length}.${frame.pc}`
  const times = lifts.get(place) ?? 0
  let other: State | null = null
  const may =
    known === undefined &&
    condition.marks !== 0 &&
    (taken || lands) &&
    times < MAX_SAME_PLACE &&
    state.lifted.length < MAX_LIFTED
  if (may && !state.places.has(place)) {
    lifts.set(place, times + 1)
    other = forked(state)
    other.decided.set(of, taken === negated)
    const { marks, identity } = condition
    other.lifted.push({
      marks,
      ...(identity !== undefined && { identity }),
      ...(taken === negated && pins !== 0 && { pins }),
      ...(taken === negated && bare !== 0 && { bare }),
      ...(taken === negated && committed !== undefined && { committed }),
      ...(order && { order }),
      ...membership(of, condition, bases),
      ...(taken !== negated && isAccountInput(of) && { zeroed: true as const }),
    })
    other.places.add(place)
    if (!taken) (other.frames.at(-1) as Frame).pc = to
  }
  noteBound(state.slots, condition)
  // What another contract says of the caller is made up: that it says so is a guard, too.
  if (known === undefined && isAboutCaller(condition)) state.lifted.push({ marks: condition.marks })
  state.decided.set(of, taken !== negated)
  if (taken) frame.pc = to
  if (taken && !lands) [frame.code, frame.pc] = [INVALID_CODE, 0]
  return other
}

/** The list that an entry about the caller is of. */
function membership(of: object, { marks }: Word, bases: ReadonlyMap<bigint, bigint>): Pick<Lifted, 'list'> {
  const isEntry = (marks & TAINT.caller) !== 0 && (marks & TAINT.hash) !== 0
  const list = isEntry && 'slot' in of && typeof of.slot === 'bigint' ? bases.get(of.slot) : undefined
  return list === undefined ? {} : { list }
}

function isAboutCaller({ marks }: Word): boolean {
  return (marks & TAINT.answer) !== 0 && (marks & TAINT.caller) !== 0
}

/** Ends the last frame; true when the whole call succeeded. */
function end(state: State, { success, answer }: Extract<Request, { type: 'end' }>): boolean {
  const ended = state.frames.pop() as Frame
  const parent = state.frames.at(-1)
  if (!success) state.pulls.length = ended.pullsBefore
  if (parent === undefined) return success
  give(parent, answer, ended.output)
  parent.stack.push(word(success ? 1n : 0n))
  return false
}

async function call(
  state: State,
  frame: Frame,
  { op, to, value, input, output }: Extract<Request, { type: 'call' }>,
  world: Explored,
  lists: boolean,
): Promise<void> {
  const target = to.value & ((1n << 160n) - 1n)
  const runsHere = op === 'DELEGATECALL' || op === 'CALLCODE'
  const answerWith = (answer: TaintedBytes) => {
    give(frame, answer, output)
    frame.stack.push(word(1n))
  }
  if (runsHere && to.slot !== undefined) world.delegateSlots.add(slotKey(frame.account, to.slot))
  if (runsHere && inputsOf(to.marks) !== 0) {
    state.pulls.push(ANY_CODE)
    return answerWith(new TaintedBytes())
  }
  // The owner of the other contract chooses the code.
  const isLent = runsHere && to.slot === undefined && (to.marks & (TAINT.stored | TAINT.answer)) !== 0
  if (isLent && world.powers === 'every call') state.pulls.push(ANY_CODE)
  // Compilers before 0.5 use a plain call for it.
  if (target === 1n) return answerWith(wordsOf(word(SIGNER, TAINT.signer), 1))
  if (target === 4n) return answerWith(input)
  const selector = selectorOf(input)
  const written = input.marks(0, 4)
  const chosen = written & WRITTEN_CALL
  if (runsHere || world.inside.has(target)) {
    const code = state.frames.length >= MAX_DEPTH ? null : await world.code(target)
    if (code === null) return answerWith(new TaintedBytes())
    // The caller writes the whole call that another contract obeys.
    if (!runsHere && target !== frame.account && inputsOf(written) !== 0) {
      state.pulls.push({ owner: ownerOf(input), anyCall: true, chosen, amount: null })
      return answerWith(wordsOf(word(1n), ANSWER_WORDS))
    }
    const caller = runsHere ? frame.caller : word(frame.account)
    const account = runsHere ? frame.account : target
    state.frames.push({ ...frameOf(code, input, { account, caller, pullsBefore: state.pulls.length }), output })
    return
  }
  if (world.payouts !== undefined && op === 'CALL' && frame.account === world.address) {
    const payout = payoutOf(world, { to, value, input })
    if (payout !== null) state.pulls.push({ owner: 0, anyCall: false, chosen: 0, amount: null, payout })
    notePayIn(state.slots, payout, { input, address: world.address })
    if (payout !== null) return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  if (world.payouts !== undefined && selector === BALANCE_OF && input.word(4).value === world.address)
    state.slots.set(BALANCE_READ, word(1n))
  if (world.powers === 'every call' && op === 'CALL') {
    state.pulls.push({ owner: 0, anyCall: false, chosen: 0, amount: null })
    return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  const powers = world.powers === 'every call' ? [] : world.powers
  const power = powers.find((one) => {
    const { target: of, selector: named, owner, receiver } = one
    const isOf = of === null || of === target || (owner === null && isInput(target))
    return named === selector && isOf && input.length >= Math.max(owner ?? 0, receiver ?? 0) + 32
  })
  if (op === 'CALL' && frame.account === world.address && power?.owner === null) {
    const beneficiary = beneficiaryOf(input)
    const pull = { owner: inputsOf(to.marks), anyCall: false, chosen, amount: null }
    state.pulls.push(beneficiary === null ? pull : { ...pull, beneficiary })
    return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  if (op === 'CALL' && frame.account === world.address && power !== undefined && power.owner !== null) {
    const owner = input.word(power.owner)
    const receiver = power.receiver === null ? null : input.word(power.receiver).value
    const names = inputsOf(owner.marks) !== 0 && isChosen(owner.value, world.free)
    const kept = receiver === world.address
    if (names && (!kept || power.target === null))
      state.pulls.push({
        owner: inputsOf(owner.marks),
        anyCall: chosen !== 0,
        chosen,
        amount: power.target === null ? input.word(AMOUNT_AT) : null,
        ...(kept && { kept }),
      })
    return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  if (op === 'CALL' && frame.account === world.address)
    state.pulls = state.pulls.map((one) => (passesOn(one, input) ? { ...one, kept: false } : one))
  // The caller writes the whole call: it may be one that uses the power.
  if (op === 'CALL' && isInput(target) && inputsOf(written) !== 0 && selector === HEAD_OF_ACCOUNT)
    state.pulls.push({ owner: ownerOf(input), anyCall: true, chosen, amount: null })
  if (SIGNATURE_CHECKS.has(selector) && inputsOf(to.marks) === 0) return answerWith(signedAnswer(target, world))
  if (AMOUNTS.has(selector)) return answerWith(wordsOf(word(PLENTY), ANSWER_WORDS))
  // The account that another contract names by itself, such as the holder of an item, is read from it.
  const fixed = op === 'STATICCALL' && ((to.marks | input.marks(0, input.length)) & ~TAINT.stored) === 0
  const real = fixed ? await world.answer(target, input.bytes(0, input.length)) : null
  if (real !== null) return answerWith(TaintedBytes.of(real, TAINT.stored))
  const isPool = world.factories.has(target) && inputsOf(to.marks) === 0
  if (op === 'CALL' && lists && !BOOLEANS.has(selector)) return answerWith(listOf(word(1n)))
  if (op === 'STATICCALL' && (input.marks(0, input.length) & TAINT.caller) !== 0) world.asked.add(target)
  const marks =
    op === 'CALL' ? 0 : TAINT.answer | to.marks | input.marks(0, input.length) | (isPool ? TAINT.created : 0)
  answerWith(wordsOf(word(1n, marks), ANSWER_WORDS))
}

/** What a contract that no argument names says of a signature (EIP-1271): no consent of the owner. */
function signedAnswer(target: bigint, { signers }: Explored): TaintedBytes {
  const known = [...signers].find(([, of]) => of === target)
  const answer = known?.[0] ?? (SIGNED_ANSWER + BigInt(signers.size)) << 224n
  signers.set(answer, target)
  signers.set(answer >> 224n, target)
  return wordsOf(word(answer, TAINT.signer), 1)
}

function give(frame: Frame, answer: TaintedBytes, { at, length }: Frame['output']): void {
  frame.answer = answer
  frame.memory.copy(at, answer, 0, Math.min(length, answer.length))
}

/** A list of numbers, as a router answers: where it begins, its length, its entries. */
function listOf(one: Word): TaintedBytes {
  const made = wordsOf(one, ANSWER_WORDS)
  made.store(0, word(32n))
  made.store(32, word(BigInt(LIST_LENGTH)))
  return made
}

function wordsOf(one: Word, count: number): TaintedBytes {
  const made = new TaintedBytes(0, count * 32)
  for (let n = 0; n < count; n++) made.store(n * 32, one)
  return made
}

function frameOf(code: Code, input: TaintedBytes, rest: Pick<Frame, 'account' | 'caller' | 'pullsBefore'>): Frame {
  const empty = new TaintedBytes()
  return {
    code,
    pc: 0,
    stack: [],
    memory: new TaintedBytes(),
    input,
    answer: empty,
    output: { at: 0, length: 0 },
    ...rest,
  }
}

function forked({ frames, slots, lifted, pulls, places, decided }: State): State {
  return {
    frames: frames.map((frame) => ({ ...frame, stack: frame.stack.slice(), memory: frame.memory.fork() })),
    slots: new Map(slots),
    lifted: [...lifted],
    pulls: [...pulls],
    places: new Set(places),
    decided: new Map(decided),
  }
}
