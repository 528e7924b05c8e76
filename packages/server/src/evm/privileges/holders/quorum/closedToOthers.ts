import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { explorePulls } from '../../paths/explore.ts'
import type { Explored } from '../../paths/explored.ts'
import { slotKey } from '../../paths/frame.ts'
import { emptyInputs, numberedInputs, severalInputs } from '../../paths/markedInput.ts'
import { inputsOf, isInput, TAINT } from '../../paths/marks.ts'
import type { Lifted } from '../../paths/pull.ts'
import { TaintedBytes } from '../../paths/taintedBytes.ts'
import type { Identity, Word } from '../../paths/word.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { analysedFunctions, type CalledFunction, fallbackFunctions } from '../../pulls/calledFunctions.ts'
import { pullsWorld } from '../../pulls/pullsWorld.ts'
import { type Ballot, isWriting } from './ballot.ts'

const MAX_FUNCTIONS = 40
const MAX_STEPS = 400_000
const MAX_FIXED_SLOT = 1n << 64n
/** As large as an account or a hash. */
const MIN_ACCOUNT = 1n << 100n
const WORD = 1n << 256n
/** What no stored vote depends on. */
const NO_VOTE = TAINT.caller | TAINT.answer | TAINT.time | TAINT.environment
/** Precompiled contracts. */
const MAX_PRECOMPILE = 0x200n

/**
 * Whether there is no way round the members of a wallet: its code is run with guards lifted, and each path that makes a call needs a call by the wallet itself,
 * or, in functions that were executed with one member too few, votes or signatures of members; no other path writes words by which these are counted.
 * False where a path could not be followed, or other contracts are asked.
 */
export async function closedToOthers(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  { holder, bytecode }: { holder: Address; bytecode: Bytecode },
  ballot: Ballot,
): Promise<boolean> {
  const { complete, opcodes, standard, functions } = bytecode
  const isTooMuch = functions.filter(isWriting).length > MAX_FUNCTIONS
  if (!complete || opcodes.selfdestruct || standard !== null || isTooMuch) return false
  const self = BigInt(holder)
  const contacts = new Set<bigint>()
  const plain = pullsWorld(chain, { block, address: holder, powers: 'every call' }, signal)
  const storage: Explored['storage'] = async (account, slot) =>
    (account === self ? ballot.state.get(slot) : undefined) ?? plain.storage(account, slot)
  const real: Explored = { ...plain, storage, contacts, left: MAX_STEPS }
  const code = await chain.code(block, bytecode.address, signal)
  const payment: CalledFunction = { selector: '0x', signature: null, inputs: [new TaintedBytes()] }
  const called = [payment, ...analysedFunctions(bytecode, '0x'), ...fallbackFunctions(code, bytecode)]
  for (const one of called) if (!(await isClosed(one))) return false
  const isOwn = (contact: bigint) => contact <= MAX_PRECOMPILE || contact === self || isInput(contact)
  return [...contacts].every(isOwn)

  async function isClosed(one: CalledFunction): Promise<boolean> {
    const isTested = ballot.tested.has(one.selector)
    const paths: ReadonlyMap<string, Word>[] = []
    const world: Explored = {
      ...real,
      isEnough: (lifted) =>
        lifted.some((each) => isBySelf(each) || (isTested && isVote(each, one.selector))) ||
        (isTested && lifted.filter(isSignature).length >= ballot.needed),
      ended: ({ slots }) => void paths.push(slots),
    }
    for (const input of inputsOfCall(one)) {
      signal.throwIfAborted()
      const explored = await explorePulls(world, input)
      if (!explored.complete || explored.pulls.length > 0) return false
    }
    real.left = world.left
    for (const slots of paths) if (!(await leavesVotes(slots, one.selector, isTested))) return false
    return true
  }

  function inputsOfCall({ selector, inputs, listed = [] }: CalledFunction): TaintedBytes[] {
    const [types = ''] = listed
    const { operation } = ballot
    return [
      ...inputs,
      ...emptyInputs(selector, types),
      ...(types.includes('[]') ? severalInputs(selector, types, { caller: real.caller, isPackedOnly: false }) : []),
      ...(operation === null || types === '' ? [] : numberedInputs(selector, types, [operation])),
    ]
  }

  function isBySelf({ identity }: Lifted): boolean {
    return (
      identity?.who === 'caller' &&
      identity.joined !== true &&
      identity.other === self &&
      inputsOf(identity.otherMarks) === 0
    )
  }

  /** Whether a condition asks for a member’s signature. */
  function isSignature({ marks, identity, signers }: Lifted): boolean {
    if ((marks & TAINT.signer) === 0 || (marks & NO_VOTE) !== 0 || ballot.agree !== null) return false
    return identity === undefined ? signers !== undefined && ballot.lists.has(signers) : isOfMember(identity)
  }

  /** Whether a condition asks for a vote: another stored word than there is, or a member’s call where two agree. */
  function isVote({ marks, identity, list, alone }: Lifted, selector: Hex): boolean {
    if ((marks & TAINT.signer) !== 0) return false
    if ((marks & TAINT.stored) !== 0 && (marks & NO_VOTE) === 0) return true
    // With one vote in the proposal already, the call of another member is the second.
    if (ballot.needed !== 2 || selector !== ballot.agree) return false
    return identity === undefined
      ? alone === true && list !== undefined && ballot.lists.has(list)
      : isOfMember(identity)
  }

  function isOfMember({ other, joined }: Identity): boolean {
    return joined !== true && ballot.members.some((one) => BigInt(one) === other)
  }

  /** Whether a path that needs no vote leaves all words as they were by which votes are counted: it may vote, put something down, or take a vote back. */
  async function leavesVotes(slots: ReadonlyMap<string, Word>, selector: Hex, isTested: boolean): Promise<boolean> {
    const own = slotKey(self, 0n).slice(0, -1)
    const isByNumber = !functions.some((made) => made.selector === selector && /address|bytes\b/.test(made.arguments))
    for (const [key, { value, place = 0, base }] of slots) {
      if (!key.startsWith(own)) continue
      const slot = BigInt(key.slice(own.length))
      const before = await storage(self, slot)
      if (value === before) continue
      const isFixed = place === 0 && slot < MAX_FIXED_SLOT
      const isListed = base !== undefined && ballot.lists.has(base)
      const isAnySlot = (place & TAINT.hash) === 0 && !isFixed
      if (isListed || isAnySlot) return false
      if (!isTested && (isFixed || (value !== 0n && value !== (before - 1n + WORD) % WORD))) return false
      if (isTested && isFixed && !ballot.changed.has(slot)) return false
      if (isTested && !isFixed && isByNumber && value >= MIN_ACCOUNT && value !== WORD - 1n) return false
    }
    return true
  }
}
