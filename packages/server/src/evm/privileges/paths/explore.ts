import { frameOf, give } from './answers.ts'
import { branch } from './branch.ts'
import type { Explored, PowerCall } from './explored.ts'
import { advance, type Frame, type Request, selectorOf } from './frame.ts'
import { inputsOf, TAINT } from './marks.ts'
import { ANY_CODE, makeCall } from './outsideCalls.ts'
import { isAgreed, isHarmful, noteWrites } from './pathEffects.ts'
import type { PathState } from './pathState.ts'
import { debtorOf, isBounded } from './payouts.ts'
import type { ProposedCall } from './proposedCall.ts'
import type { Opening, Pull } from './pull.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import { word } from './word.ts'

/** Steps of one exploration, and of one path: opcodes, and more for one that moves many bytes. */
const MAX_STEPS = 25_000
const MAX_PATH = 8_000
/** Steps after which other work has its turn: some milliseconds. */
const STEPS_A_TURN = 1_000
const MAX_FOUND = 12

/**
 * Calls that move the tokens of an account: transferFrom(address,address,uint256) of ERC-20 and ERC-721, safeTransferFrom of ERC-721
 * and ERC-1155, transferFrom(address,address,uint160,address) of Permit2, transferFrom(address,address,uint256,uint256) of ERC-6909.
 */
export const TOKEN_TRANSFERS: readonly PowerCall[] = [
  0x23b872dd, 0x42842e0e, 0xb88d4fde, 0xf242432a, 0x2eb2c2d6, 0x36c78516, 0xfe99049a,
].map((selector) => ({ target: null, selector, owner: 4, receiver: 36 }))

/**
 * Executes a call on the contract's real code and storage, with other contracts as plain answers, and then again with the guards
 * lifted that stopped it, one after another. Returns the paths that succeed and use the power over an account that the call names;
 * `complete` is false where a limit left paths out; `moves`: a path made a call that may move tokens of others. `opening`: the call that comes first.
 */
export async function explorePulls(
  world: Explored,
  input: TaintedBytes,
  opening?: Opening,
): Promise<{ pulls: Pull[]; complete: boolean; moves: boolean }> {
  const { unfinished, ...plain } = await explorePaths(world, input, { opening, lists: false })
  if (!unfinished) return plain
  // A router answers with a list: where each path that takes tokens fails behind the pull, made-up answers may be the reason.
  const listed = await explorePaths(world, input, { opening, lists: true })
  return {
    pulls: [...plain.pulls, ...listed.pulls],
    complete: plain.complete && listed.complete && !listed.unfinished,
    moves: plain.moves || listed.moves,
  }
}

/** As `explorePulls`; `unfinished`: tokens were taken, and no path with such a pull came to its end. `lists`: calls are answered by lists. */
async function explorePaths(
  world: Explored,
  input: TaintedBytes,
  { opening, lists }: { opening: Opening | undefined; lists: boolean },
): Promise<{ pulls: Pull[]; complete: boolean; moves: boolean; unfinished: boolean }> {
  const own = await world.code(world.entry)
  if (own === null) return { pulls: [], complete: false, moves: false, unfinished: false }
  const found: Pull[] = []
  const lifts = new Map<string, number>()
  const entry = frameOf(own, input, { account: world.entry, caller: word(world.caller, TAINT.caller), pullsBefore: 0 })
  const pending: PathState[] = [
    {
      frames: [entry],
      slots: new Map(opening?.slots),
      lifted: [...(opening?.lifted ?? [])],
      pulls: [],
      places: new Set(),
      decided: new Map(),
      bounds: [],
      permits: [],
    },
  ]
  let complete = true
  let moves = false
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
        if (other !== null && world.isEnough?.(other.lifted) !== true) pending.push(other)
      } else if (request.type === 'call') {
        moves ||= movesValue(request)
        await makeCall(state, frame, request, world, lists)
      } else if (request.type === 'upgrade') state.pulls.push(ANY_CODE)
      else {
        isLost ||= !request.success && state.pulls.length > frame.pullsBefore
        if (!end(state, request)) continue
        isFinished ||= state.pulls.length > 0
        world.ended?.({ slots: state.slots, lifted: state.lifted, bounds: state.bounds, answer: request.answer })
        for (const pull of state.pulls) {
          if (world.payouts !== undefined) {
            const owner = debtorOf(pull, state)
            const bounded = isBounded(pull, state.slots)
            if (owner !== null || pull.calls !== undefined)
              found.push({
                ...pull,
                owner: owner ?? 0,
                lifted: state.lifted,
                ...(bounded && { bounded }),
                proposal: proposalOf({ ...pull, owner: owner ?? 0 }, input, opening),
              })
            continue
          }
          const { beneficiary } = pull
          const lifted = beneficiary === undefined ? state.lifted : [...state.lifted, beneficiary]
          const { stays, returned, ...taken } = pull
          if (isHarmful(pull, state)) found.push({ ...taken, lifted })
          // Not known: the token that gives it back was not executed.
          else if (returned === true) complete = false
          else if (world.stays === true && stays !== undefined && !isAgreed(pull, state))
            found.push({ ...taken, stays, lifted })
          else if (pull.use === undefined && !isAgreed(pull, state)) complete = false
        }
        if (opening === undefined) noteWrites(state, world, input)
      }
    }
    if (onPath > MAX_PATH) complete = false
    if (world.left <= 0 || steps > MAX_STEPS || found.length >= MAX_FOUND) {
      complete = false
      break
    }
  }
  return { pulls: found, complete, moves, unfinished: isLost && !isFinished }
}

/** Whether a call moves tokens of an account, or is one that the caller of the contract names. */
function movesValue({ op, to, input }: Extract<Request, { type: 'call' }>): boolean {
  if (op === 'STATICCALL') return false
  return inputsOf(to.marks) !== 0 || TOKEN_TRANSFERS.some(({ selector }) => selector === selectorOf(input))
}

/** The calls of a payment: what the arguments stand for is the same in both. */
function proposalOf(
  { owner, payout, calls }: Omit<Pull, 'lifted'>,
  input: TaintedBytes,
  opening: Opening | undefined,
): ProposedCall[] {
  const roles = {
    victim: owner,
    amount: inputsOf(payout?.amount.marks ?? 0),
    ...(calls !== undefined && { target: calls }),
  }
  return [...(opening === undefined ? [] : [{ input: opening.input, roles }]), { input, roles }]
}

/** Ends the last frame; true when the whole call succeeded. */
function end(state: PathState, { success, answer }: Extract<Request, { type: 'end' }>): boolean {
  const ended = state.frames.pop() as Frame
  const parent = state.frames.at(-1)
  if (!success) state.pulls.length = ended.pullsBefore
  if (parent === undefined) return success
  give(parent, answer, ended.output)
  parent.stack.push(word(success ? 1n : 0n))
  return false
}
