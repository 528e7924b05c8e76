import { ANSWER_WORDS, frameOf, give, listOf, signedAnswer, wordsOf } from './answers.ts'
import { isChosen } from './chosenInputs.ts'
import type { Explored } from './explored.ts'
import { BALANCE_READ, type Frame, type Request, selectorOf, slotKey } from './frame.ts'
import { inputsOf, isInput, TAINT, WRITTEN_CALL } from './marks.ts'
import { beneficiaryOf, isSigned, mayBeMany, ownerOf, passesOn, returnsAll } from './pathEffects.ts'
import type { PathState } from './pathState.ts'
import { notePayIn, payoutOf } from './payouts.ts'
import { foreignPermits, permitSuccess } from './permits.ts'
import { COLLECTED, isOwed, isOwnerOfItem, ownerAnswer, paysOut } from './positionOwners.ts'
import { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

const MAX_DEPTH = 5
/** The caller chooses the code. */
export const ANY_CODE = { owner: 0, anyCall: true, chosen: 0, amount: null }
const AMOUNT_AT = 68
/** The first bytes of a word with an account. */
const HEAD_OF_ACCOUNT = 0
/** Answers of tokens that are amounts: the owner has enough and allows it. */
const AMOUNTS = new Set([0x70a08231, 0xdd62ed3e, 0x18160ddd])
const BALANCE_OF = 0x70a08231
const PLENTY = 1n << 120n
/** transfer(address,uint256) and approve(address,uint256), which answer a truth. */
const BOOLEANS = new Set([0xa9059cbb, 0x095ea7b3])
/** isValidSignature(bytes32,bytes) and isValidSignature(bytes,bytes) of EIP-1271. */
const SIGNATURE_CHECKS = new Set([0x1626ba7e, 0x20c13b0b])
/** deposit() of wrapped coins. */
const DEPOSIT = 0xd0e30db0
export const SIGNER = 0x5167_5167_5167_5167_5167_5167_5167_5167_5167_5167n

/** Notes an account of inputs alone that is none of them as it stands there. */
function noteMisread(account: Word, { misread, free }: Explored): void {
  const { marks, value } = account
  if (marks !== 0 && inputsOf(marks) === marks && value !== 0n && !isChosen(value, free)) misread?.push(account)
}

/** Whether the account turns coins into wrapped coins of its own, at the contract that the code fixes for it. */
function isWrap({ wrapped }: Explored, { to, input }: { to: Word; input: TaintedBytes }): boolean {
  if (wrapped === undefined || to.value !== wrapped || to.marks !== 0) return false
  return input.length === 0 || (selectorOf(input) === DEPOSIT && inputsOf(input.marks(0, 4)) === 0)
}

/** The contract with the power, where one that it obeys calls an account that its own caller names, by a function for that; null else. */
function calledBack(
  { callbacks, address, caller }: Explored,
  frame: Frame,
  { op, to, target, input }: { op: string; to: Word; target: bigint; input: TaintedBytes },
): bigint | null {
  if (callbacks === undefined || op !== 'CALL' || frame.account === address) return null
  if (inputsOf(input.marks(0, 4)) !== 0 || !callbacks.selectors.has(selectorOf(input))) return null
  const isNamed = isInput(target)
  callbacks.isMade ||= isNamed || (target === caller && to.marks === TAINT.caller)
  return isNamed ? address : null
}

/** Makes a call of the code: it runs where it is inside, and is answered else. */
export async function makeCall(
  state: PathState,
  frame: Frame,
  { op, to, value, input, output }: Extract<Request, { type: 'call' }>,
  world: Explored,
  lists: boolean,
): Promise<void> {
  const named = to.value & ((1n << 160n) - 1n)
  const back = calledBack(world, frame, { op, to, target: named, input })
  const target = back ?? named
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
    if (code === null) {
      if (back !== null && world.callbacks !== undefined) world.callbacks.isCut = true
      return answerWith(new TaintedBytes())
    }
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
  world.contacts?.add(target)
  if (world.payouts !== undefined && op === 'CALL' && frame.account === world.address) {
    const payout = payoutOf(world, { to, value, input })
    if (payout !== null) state.pulls.push({ owner: 0, anyCall: false, chosen: 0, amount: null, payout })
    notePayIn(state.slots, payout, { input, address: world.address })
    if (payout !== null) return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  // The caller writes a call of what the contract holds.
  if (world.payouts !== undefined && op === 'CALL' && frame.account === world.address && isInput(target)) {
    const isWritten = inputsOf(written) !== 0 && (chosen !== 0 || selector === HEAD_OF_ACCOUNT)
    if (isWritten) {
      state.pulls.push({
        owner: 0,
        anyCall: true,
        chosen: inputsOf(written),
        amount: null,
        calls: inputsOf(to.marks),
      })
      return answerWith(wordsOf(word(1n), ANSWER_WORDS))
    }
  }
  if (world.payouts !== undefined && selector === BALANCE_OF && input.word(4).value === world.address)
    state.slots.set(BALANCE_READ, word(1n))
  if (world.powers === 'every call' && op === 'CALL') {
    if (isWrap(world, { to, input })) return answerWith(new TaintedBytes())
    state.pulls.push({ owner: 0, anyCall: false, chosen: 0, amount: null })
    return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  if (op === 'CALL' && frame.account === world.address)
    state.pulls = state.pulls.map((one) =>
      paysOut(one, { to, value, input, address: world.address }) ? { ...one, kept: false } : one,
    )
  // What the contract does with the token after a redemption may take it again.
  if (op === 'CALL') state.pulls = state.pulls.map((one) => (one.stays === target ? { ...one, returned: false } : one))
  const powers = world.powers === 'every call' ? [] : world.powers
  const power = powers.find((one) => {
    const { target: of, selector: named, owner, receiver } = one
    const isOf = of === target || (owner === null ? isInput(target) : of === null)
    return named === selector && isOf && input.length >= Math.max(owner ?? 0, receiver ?? 0) + 32
  })
  if (op === 'CALL' && frame.account === world.address && power?.owner === null) {
    const beneficiary = beneficiaryOf(input)
    const { use } = power
    const pull = { owner: inputsOf(to.marks), anyCall: false, chosen, amount: null, ...(use && { use }) }
    state.pulls.push(beneficiary === null ? pull : { ...pull, beneficiary })
    return answerWith(wordsOf(word(1n), ANSWER_WORDS))
  }
  if (op === 'CALL' && frame.account === world.address && power !== undefined && power.owner !== null) {
    const owner = input.word(power.owner)
    world.moved?.(owner)
    const receiver = power.receiver === null ? null : input.word(power.receiver).value
    const isOfItem = power.use === undefined && isOwnerOfItem(owner, target)
    const names = isOfItem || (inputsOf(owner.marks) !== 0 && isChosen(owner.value, world.free))
    if (!names) noteMisread(owner, world)
    const kept = receiver === world.address
    if (owner.marks === TAINT.caller && mayBeMany(state.lifted)) world.collected?.[kept ? 'kept' : 'paid'].add(target)
    else if (isSigned(owner, state.lifted)) world.collected?.signed.add(target)
    const { use } = power
    // What a right pays goes to the caller, to an account of the call, or to one that the code fixes: others are paid what is theirs.
    const isOthers =
      use !== undefined &&
      power.receiver !== null &&
      isOwed(input.word(power.receiver), { owner: inputsOf(owner.marks), contract: target })
    const foreign = foreignPermits(state, { token: target, owner: inputsOf(owner.marks) })
    if (names && !isOthers && (!kept || power.target === null))
      state.pulls.push({
        owner: inputsOf(owner.marks),
        ...(foreign.length > 0 && { foreign }),
        anyCall: chosen !== 0,
        chosen,
        ...(chosen !== 0 && { target: inputsOf(to.marks) }),
        amount: power.target === null && use === undefined ? input.word(AMOUNT_AT) : null,
        ...(use && { use }),
        ...(kept && { kept }),
        ...(kept && use === undefined && inputsOf(to.marks) === 0 && { stays: target }),
        ...(kept && use !== undefined && { collectedFrom: target }),
      })
    return answerWith(wordsOf(word(use === undefined ? 1n : COLLECTED), ANSWER_WORDS))
  }
  if (op === 'CALL' && frame.account === world.address)
    state.pulls = state.pulls.map((one) => {
      if (returnsAll(one, { target, input })) return { ...one, returned: true }
      return passesOn(one, { input, lifted: state.lifted }) ? { ...one, kept: false, returned: false } : one
    })
  if (op === 'CALL' && inputsOf(written) !== 0) noteMisread(to, world)
  // The caller writes the whole call: it may be one that uses the power.
  if (op === 'CALL' && isInput(target) && inputsOf(written) !== 0 && selector === HEAD_OF_ACCOUNT)
    state.pulls.push({
      owner: ownerOf(input),
      anyCall: true,
      chosen: inputsOf(written),
      target: inputsOf(to.marks),
      amount: null,
    })
  if (op === 'CALL' && frame.account === world.address && world.payouts === undefined) {
    const success = await permitSuccess(state, { to, target, input }, world)
    if (success !== null) {
      give(frame, new TaintedBytes(), output)
      frame.stack.push(success)
      return
    }
  }
  if (SIGNATURE_CHECKS.has(selector) && inputsOf(to.marks) === 0) return answerWith(signedAnswer(target, world))
  const held =
    selector === BALANCE_OF && input.word(4).value === world.address ? world.holdings?.get(target) : undefined
  if (held !== undefined) return answerWith(wordsOf(word(held), ANSWER_WORDS))
  if (AMOUNTS.has(selector)) return answerWith(wordsOf(word(PLENTY), ANSWER_WORDS))
  // The account that another contract names by itself, such as the holder of an item, is read from it.
  const fixed = op === 'STATICCALL' && ((to.marks | input.marks(0, input.length)) & ~TAINT.stored) === 0
  const real = fixed ? await world.answer(target, input.bytes(0, input.length)) : null
  if (real !== null) return answerWith(TaintedBytes.of(real, TAINT.stored))
  const isPool = world.factories.has(target) && inputsOf(to.marks) === 0
  if (op === 'CALL' && lists && !BOOLEANS.has(selector)) return answerWith(listOf(word(1n)))
  if (op === 'STATICCALL' && (input.marks(0, input.length) & TAINT.caller) !== 0) {
    world.asked.add(target)
    world.questions?.push({ to: target, input })
  }
  const marks =
    op === 'CALL' ? 0 : TAINT.answer | to.marks | input.marks(0, input.length) | (isPool ? TAINT.created : 0)
  answerWith(wordsOf(word((op === 'STATICCALL' ? ownerAnswer(target, input) : null) ?? 1n, marks), ANSWER_WORDS))
}
