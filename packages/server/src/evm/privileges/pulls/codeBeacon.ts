import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { readCode } from '../../bytecode/analysis/code.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { frameOf, give } from '../paths/answers.ts'
import { advance } from '../paths/frame.ts'
import { fallbackInput } from '../paths/markedInput.ts'
import { TAINT } from '../paths/marks.ts'
import { TaintedBytes } from '../paths/taintedBytes.ts'
import { type Word, word } from '../paths/word.ts'
import { pullsWorld } from './pullsWorld.ts'

/** Opcodes of a call that a proxy passes on. */
const MAX_STEPS = 4_000
const MAX_QUESTIONS = 4
/** A selector of no known function: the proxy passes it on. */
const UNKNOWN_CALL = '0xb7ac0e11'
const ACCOUNT = (1n << 160n) - 1n

/**
 * Runs an unknown call on a contract's code and tells the beacon that it obeys: the account, fixed in the code, whose answer to a fixed question
 * is the code that then runs in the contract's place. Null where the call ends otherwise, is decided by its caller, or makes other calls first.
 */
export async function codeBeacon(
  chain: ChainSource,
  { block, address, code }: { block: PinnedBlock; address: Address; code: Hex },
  signal: AbortSignal,
): Promise<{ beacon: Address; implementation: Address } | null> {
  const world = pullsWorld(chain, { block, address, powers: [] }, signal)
  const { address: account } = world
  const caller = word(world.caller, TAINT.caller)
  const frame = frameOf(readCode(code), fallbackInput(UNKNOWN_CALL), { account, caller, pullsBefore: 0 })
  const answers = new Map<bigint, bigint>()
  const slots = new Map<string, Word>()
  let steps = 0
  const count = (made: number) => {
    steps += made
    return steps <= MAX_STEPS
  }
  for (;;) {
    const request = await advance(frame, slots, world, count)
    if (request.type === 'branch') {
      const { condition, to } = request
      if ((condition.marks & TAINT.caller) !== 0) return null
      if (condition.value === 0n) continue
      if (frame.code.destinations[to] !== 1) return null
      frame.pc = to
      continue
    }
    if (request.type !== 'call') return null
    const { op, to, input, output } = request
    if (op === 'DELEGATECALL') return foundBy(to)
    const isFixed = to.marks === 0 && input.marks(0, input.length) === 0
    if (op !== 'STATICCALL' || !isFixed || answers.size >= MAX_QUESTIONS) return null
    const asked = addressOf(to.value & ACCOUNT)
    const data = bytesToHex(input.bytes(0, input.length))
    const answer = await chain.call(block, { to: asked, data }, signal)
    if (answer === null || answer.length !== 66) return null
    answers.set(BigInt(answer), to.value & ACCOUNT)
    give(frame, TaintedBytes.of(hexToBytes(answer), TAINT.answer), output)
    frame.stack.push(word(1n))
  }

  function foundBy({ value, marks }: Word) {
    const beacon = answers.get(value)
    return beacon === undefined || value === 0n || marks !== TAINT.answer
      ? null
      : { beacon: addressOf(beacon), implementation: addressOf(value) }
  }
}

function addressOf(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}
