import type { Address, Hex } from '@redoubt/risk/address.ts'
import { MalformedAnswer } from './rpcValues.ts'

/**
 * Init code that asks contracts questions and keeps little of each answer: run by an eth_call without `to`, it needs no
 * contract on the chain, and its output is what the call returns. However much a stranger answers stays within the node.
 *
 * Behind it lie the questions: a word of address (20 bytes), gas, most bytes of answer, bytes of call data (4 each), then
 * the call data. The output has, for each question in order, a word and then the bytes kept: 0 for a question that
 * reverted or ran out of its gas, 1 + the number of bytes kept, or all ones where too little gas was left to ask fairly.
 * The output must fit below 0x6000, which is also the most that may be deployed (EIP-170); its first byte is never 0xef
 * (EIP-3541).
 *
 * Each line is the code and what it was assembled from; after `;` the stack, top last: o output so far, p place in the
 * code, w question's word, n its call data's bytes, g its gas, m its most bytes, s bytes kept.
 */
export const ASK_LISTING: readonly (readonly [code: string, source: string])[] = [
  ['600060a6', '0 0xa6 ; o p'],
  // Until the code ends, the next question: its word, and its call data into memory.
  ['5b388110156100a157', ':next CODESIZE DUP2 LT ISZERO @done JUMPI ; o p'],
  ['6020816160003961600051', '32 DUP2 0x6000 CODECOPY 0x6000 MLOAD ; o p w'],
  ['8063ffffffff16', 'DUP1 0xffffffff AND ; o p w n'],
  ['91602001', 'SWAP2 32 ADD ; o n w p'],
  ['828161600039', 'DUP3 DUP2 0x6000 CODECOPY ; o n w p'],
  ['8160401c63ffffffff16', 'DUP2 64 SHR 0xffffffff AND ; o n w p g'],
  // A call gets at most 63/64 of what is left (EIP-150): a node with a low cap must not make honest contracts fail.
  ['8060051c8101611388015a1061008957', 'DUP1 5 SHR DUP2 ADD 5000 ADD GAS LT @unasked JUMPI ; o n w p g'],
  ['60006000856160008660601c85fa', '0 0 DUP6 0x6000 DUP7 96 SHR DUP6 STATICCALL ; o n w p g success'],
  ['1561007e57', 'ISZERO @failed JUMPI ; o n w p g'],
  ['8260201c63ffffffff16', 'DUP3 32 SHR 0xffffffff AND ; o n w p g m'],
  ['3d81811061006957905b9050', 'RETURNDATASIZE DUP2 DUP2 LT @shorter JUMPI SWAP1 :shorter SWAP1 POP ; o n w p g s'],
  ['806001018652', 'DUP1 1 ADD DUP7 MSTORE ; o n w p g s'],
  ['806000876020013e', 'DUP1 0 DUP8 32 ADD RETURNDATACOPY ; o n w p g s'],
  ['61009156', '@advance JUMP'],
  ['5b60008552600061009156', ':failed 0 DUP6 MSTORE 0 @advance JUMP ; o n w p g s'],
  ['5b60001985526000', ':unasked 0 NOT DUP6 MSTORE 0 ; o n w p g s'],
  ['5b602001850194505090500161000456', ':advance 32 ADD DUP6 ADD SWAP5 POP POP SWAP1 POP ADD @next JUMP ; o p'],
  ['5b506000f3', ':done POP 0 RETURN'],
]

export const ASK_PROGRAM: Hex = `0x${ASK_LISTING.map(([code]) => code).join('')}`

/** A read of a contract that a stranger may have written. */
export type Question = {
  to: Address
  data: Hex
  /** Most gas it may use. */
  gas: number
  /** Most bytes of its answer that are kept: a longer one is cut off. */
  max: number
}

/** `unasked` where the node allowed too little gas; null where the contract reverted or used up the question's gas. */
export type Answered = Hex | null | 'unasked'

/** Bounds of one eth_call: its gas stays within what nodes allow, its output within what may be deployed. */
const MAX_GAS = 10_000_000
const MAX_OUTPUT = 20_000
const MAX_CODE = 40_000

/** Init code that asks the questions: data of an eth_call without `to`, which also needs the gas of `gasOf`. */
export function encodeQuestions(questions: readonly Question[]): Hex {
  const field = (value: number) => value.toString(16).padStart(8, '0')
  const table = questions.map(
    ({ to, data, gas, max }) => `${to.slice(2)}${field(gas)}${field(max)}${field(bytesOf(data))}${data.slice(2)}`,
  )
  return `${ASK_PROGRAM}${table.join('')}`
}

/** Gas with which every question gets its own even when all of them use it up. */
export function gasOf(questions: readonly Question[]): number {
  return questions.reduce((sum, question) => sum + gasOfOne(question), BASE_GAS)
}

/** A creation (EIP-2028, EIP-3860), and the program itself. */
const BASE_GAS = 100_000
/** To call an account not yet touched (EIP-2929), 63/64 of what is left (EIP-150), and the loop. */
const gasOfOne = ({ data, gas, max }: Question) =>
  Math.ceil(gas * (1 + 1 / 31)) + 10_000 + (32 + bytesOf(data)) * GAS_OF_CODE + (32 + max) * GAS_OF_OUTPUT
/** A byte of call data at its dearest (EIP-7623) with its share of the init code. */
const GAS_OF_CODE = 42
/** The output counts as code to deploy: 200 a byte, and the memory it passes through. */
const GAS_OF_OUTPUT = 210

/**
 * The answers in the output of `encodeQuestions`.
 * @throws MalformedAnswer when it is not exactly that: the endpoint ran something else.
 */
export function decodeAnswered(output: Hex, questions: readonly Question[]): Answered[] {
  let at = 2
  const answers = questions.map(({ max }): Answered => {
    const word = output.slice(at, at + 64)
    at += 64
    if (word === UNASKED) return 'unasked'
    const size = word.length === 64 ? BigInt(`0x${word}`) - 1n : BigInt(max) + 1n
    if (size === -1n) return null
    if (size > BigInt(max)) throw new MalformedAnswer('answers', output)
    const answer = output.slice(at, at + Number(size) * 2)
    at += Number(size) * 2
    return `0x${answer}`
  })
  if (at !== output.length) throw new MalformedAnswer('answers', output)
  return answers
}

const UNASKED = 'f'.repeat(64)

/** In order, in as many parts as it takes for each to fit one call. */
export function partition<One extends Question>(questions: readonly One[]): One[][] {
  const parts: One[][] = []
  let room = { gas: 0, output: 0, code: 0 }
  for (const question of questions) {
    const gas = gasOfOne(question)
    const code = 32 + bytesOf(question.data)
    const output = 32 + question.max
    const fits = room.gas >= gas && room.code >= code && room.output >= output
    if (!fits) {
      parts.push([])
      room = { gas: MAX_GAS, output: MAX_OUTPUT, code: MAX_CODE }
    }
    parts.at(-1)?.push(question)
    room = { gas: room.gas - gas, output: room.output - output, code: room.code - code }
  }
  return parts
}

function bytesOf(data: Hex): number {
  return data.length / 2 - 1
}
