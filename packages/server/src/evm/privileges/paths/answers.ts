import type { Code } from '../../bytecode/analysis/code.ts'
import type { Explored } from './explored.ts'
import type { Frame } from './frame.ts'
import { TAINT } from './marks.ts'
import { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

export const ANSWER_WORDS = 8
const LIST_LENGTH = 2
/** Bytes of memory that room is made for at first. */
const MEMORY = 512
const SIGNED_ANSWER = 0x5167_0000n

/** What a contract that no argument names says of a signature (EIP-1271): no consent of the owner. */
export function signedAnswer(target: bigint, { signers }: Explored): TaintedBytes {
  const known = [...signers].find(([, of]) => of === target)
  const answer = known?.[0] ?? (SIGNED_ANSWER + BigInt(signers.size)) << 224n
  signers.set(answer, target)
  signers.set(answer >> 224n, target)
  return wordsOf(word(answer, TAINT.signer), 1)
}

export function give(frame: Frame, answer: TaintedBytes, { at, length }: Frame['output']): void {
  frame.answer = answer
  frame.memory.copy(at, answer, 0, Math.min(length, answer.length))
}

/** A list of numbers, as a router answers: where it begins, its length, its entries. */
export function listOf(one: Word): TaintedBytes {
  const made = wordsOf(one, ANSWER_WORDS)
  made.store(0, word(32n))
  made.store(32, word(BigInt(LIST_LENGTH)))
  return made
}

export function wordsOf(one: Word, count: number): TaintedBytes {
  const made = new TaintedBytes(0, count * 32)
  for (let n = 0; n < count; n++) made.store(n * 32, one)
  return made
}

export function frameOf(
  code: Code,
  input: TaintedBytes,
  rest: Pick<Frame, 'account' | 'caller' | 'pullsBefore'>,
): Frame {
  const empty = new TaintedBytes()
  return {
    code,
    pc: 0,
    stack: [],
    memory: new TaintedBytes(0, MEMORY),
    input,
    answer: empty,
    output: { at: 0, length: 0 },
    ...rest,
  }
}
