import type { Address, Hex } from '@redoubt/risk/address.ts'
import { ASK_PROGRAM } from './askProgram.ts'
import { MalformedAnswer } from './rpcValues.ts'

/** A read of a contract that a stranger may have written. */
export type Question = {
  to: Address
  data: Hex
  /** Most gas it may use. */
  gas: number
  /** Most bytes of its answer that are kept: a longer one is cut off. */
  most: number
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
    ({ to, data, gas, most }) => `${to.slice(2)}${field(gas)}${field(most)}${field(bytesOf(data))}${data.slice(2)}`,
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
const gasOfOne = ({ data, gas, most }: Question) =>
  Math.ceil(gas * (1 + 1 / 31)) + 10_000 + (32 + bytesOf(data)) * GAS_OF_CODE + (32 + most) * GAS_OF_OUTPUT
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
  const answers = questions.map(({ most }): Answered => {
    const word = output.slice(at, at + 64)
    at += 64
    if (word === UNASKED) return 'unasked'
    const size = word.length === 64 ? BigInt(`0x${word}`) - 1n : BigInt(most) + 1n
    if (size === -1n) return null
    if (size > BigInt(most)) throw new MalformedAnswer('answers', output)
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
    const output = 32 + question.most
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
