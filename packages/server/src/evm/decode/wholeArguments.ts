import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { getAddress } from 'viem/utils'
import { type Turns, takeTurns } from '../../lib/takeTurns.ts'
import { wholeText } from '../../lib/wholeText.ts'
import type { AbiParameter, AbiType } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

/** Arguments of a decoded call with a value that was rendered in part; `data`: their encoding, hex digits without 0x. */
export type CutArguments = { call: DecodedCall; inputs: readonly AbiParameter[]; data: string }

/** Bytes beside the arguments, rendered in part. */
export type CutBytes = { row: Parameter; hex: Hex }

/**
 * Characters of all arguments of one decoding. Call data as large as a request may be fits, whatever it holds; an ABI that repeats long
 * names for each element does not, and then the rest stays in part.
 */
const MAX_TEXT = 4_194_304
/** Work of a checksummed address, in characters. */
const ADDRESS_WORK = 128
const VALUE_WORK = 16
/** Hex digits that are decoded at the cost of one character. */
const DIGITS_A_UNIT = 16

type Cut = CutArguments | CutBytes

/** What was rendered in part of a call and of those inside it. */
const cuts = new WeakMap<DecodedCall, readonly Cut[]>()

/** Decodes at once, long values in part: the judgement of a call waits for nothing. */
export function decodeInPart(decode: (cut: Cut[]) => DecodedCall): DecodedCall {
  const cut: Cut[] = []
  const call = decode(cut)
  if (cut.length > 0) cuts.set(call, cut)
  return call
}

/**
 * Returns a call of decodeInPart() with every argument whole: `args` and the values of `parameters`. The given one stays as it was
 * judged. Gives other requests their turn meanwhile; what is not done when the signal fires stays in part.
 */
export async function wholeCall(call: DecodedCall, signal?: AbortSignal): Promise<DecodedCall> {
  const cut = cuts.get(call)
  if (cut === undefined) return call
  const copies: Copies = { calls: new Map(), rows: new Map() }
  const whole = copyOf(call, copies)
  const own = cut.map((one) =>
    'row' in one
      ? { ...one, row: copies.rows.get(one.row) ?? one.row }
      : { ...one, call: copies.calls.get(one.call) ?? one.call },
  )
  await completeArguments(own, takeTurns(signal)).catch((error) => {
    if (!signal?.aborted) throw error
  })
  return whole
}

type Parameter = DecodedCall['parameters'][number]
type Copies = { calls: Map<DecodedCall, DecodedCall>; rows: Map<Parameter, Parameter> }

function copyOf(call: DecodedCall, copies: Copies): DecodedCall {
  const parameters = call.parameters.map((row) => {
    const copy = { ...row }
    copies.rows.set(row, copy)
    return copy
  })
  const copy = { ...call, parameters, calls: call.calls.map((inner) => copyOf(inner, copies)) }
  copies.calls.set(call, copy)
  return copy
}

/** Writes the whole arguments into the calls that were decoded. */
async function completeArguments(cut: readonly Cut[], turns: Turns): Promise<void> {
  let left = MAX_TEXT
  for (const one of cut) {
    if ('row' in one) {
      if (one.hex.length > left) continue
      one.row.value = one.hex
      left -= one.hex.length
      continue
    }
    const { call, inputs, data } = one
    await turns.spend(data.length / DIGITS_A_UNIT)
    // Only texts were cut in the values, too.
    const hasText = inputs.some(({ type }) => holdsText(type))
    const values = hasText ? (decodeArguments(inputs, data, (text) => text)?.values ?? []) : call.args
    const args: unknown[] = []
    for (const [at, { type }] of inputs.entries()) {
      const value = await withCleanText(type, values[at], turns)
      args.push(value)
      const text = await textOf(type, value, { left, turns })
      const row = call.parameters[at]
      if (text === null || row === undefined) continue
      left -= text.length
      row.value = text
    }
    call.args = args
  }
}

function holdsText(type: AbiType): boolean {
  if (type.kind === 'array') return holdsText(type.item)
  return type.kind === 'string' || (type.kind === 'tuple' && type.components.some((one) => holdsText(one.type)))
}

/** The value with its texts cleaned. */
async function withCleanText(type: AbiType, value: unknown, turns: Turns): Promise<unknown> {
  if (!holdsText(type)) return value
  if (type.kind === 'string') return wholeText(value as string, turns)
  const members: unknown[] = []
  for (const [at, member] of (value as unknown[]).entries()) {
    const inner = type.kind === 'array' ? type.item : type.kind === 'tuple' ? type.components[at]?.type : undefined
    members.push(inner === undefined ? member : await withCleanText(inner, member, turns))
    await turns.spend(VALUE_WORK)
  }
  return members
}

/** Returns the text of a value as renderValue writes it, whole; null where it would be longer than `left`. */
async function textOf(
  type: AbiType,
  value: unknown,
  { left, turns }: { left: number; turns: Turns },
): Promise<string | null> {
  const pieces: string[] = []
  let length = 0
  for (const { text, work } of piecesOf(type, value)) {
    pieces.push(text)
    length += text.length
    if (length > left) return null
    const pause = turns.spend(work)
    if (pause !== undefined) await pause
  }
  return pieces.join('')
}

type Piece = { text: string; work: number }

function* piecesOf(type: AbiType, value: unknown): Generator<Piece, void> {
  switch (type.kind) {
    case 'address':
      yield { text: getAddress(value as Address), work: ADDRESS_WORK }
      return
    case 'array': {
      yield* listOf(
        '[]',
        (value as unknown[]).map((element) => ['', type.item, element]),
      )
      return
    }
    case 'tuple': {
      const members = value as unknown[]
      yield* listOf(
        '()',
        type.components.map(({ name, type: member }, at) => [name === '' ? '' : `${name}: `, member, members[at]]),
      )
      return
    }
    default:
      // Bytes and texts are there already: only their place in the whole is new.
      yield { text: String(value), work: VALUE_WORK }
  }
}

function* listOf(brackets: string, members: readonly (readonly [string, AbiType, unknown])[]): Generator<Piece, void> {
  yield { text: brackets.charAt(0), work: 1 }
  for (const [at, [name, type, value]] of members.entries()) {
    if (at > 0 || name !== '') yield { text: `${at > 0 ? ', ' : ''}${name}`, work: VALUE_WORK }
    yield* piecesOf(type, value)
  }
  yield { text: brackets.charAt(1), work: 1 }
}
