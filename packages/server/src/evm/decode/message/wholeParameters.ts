import type { Address } from '@redoubt/risk/address.ts'
import type { SignedMessage, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { getAddress } from 'viem/utils'
import { type Turns, takeTurns } from '../../../lib/takeTurns.ts'
import { wholeText } from '../../../lib/wholeText.ts'

/** Characters of the paths and types of one message: members of long names in long lists could repeat theirs without end. */
const MAX_REPEATED = 4_194_304
/** Work of a checksummed address, and of any other row, in characters. */
const ADDRESS_WORK = 128
const ROW_WORK = 32

type Row = { name: string; type: string; value: string }

type Leaf = { name: string; type: string; value: TypedValue }

/**
 * Every signed member of typed data, depth first, each value whole: as many as a message may hold. Where paths and types alone take more
 * than 4 million characters, the rest is counted in a last row. Empty for other messages. Gives other requests their turn meanwhile;
 * where the signal fires before the end, the rows are those that people are shown.
 */
export async function wholeParameters(
  { form }: SignedMessage,
  signal?: AbortSignal,
  limit = MAX_REPEATED,
): Promise<Row[]> {
  if (form.type !== 'typed-data') return []
  return rowsOf(form.struct, takeTurns(signal), limit).catch((error) => {
    if (signal?.aborted) return form.parameters
    throw error
  })
}

async function rowsOf(struct: TypedStruct, turns: Turns, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  let repeated = 0
  let leftOut = 0
  for (const { name, type, value } of leavesOf(struct, '')) {
    const pause = turns.spend(ROW_WORK)
    if (pause !== undefined) await pause
    const length = name.length + type.length
    if (repeated + length > limit) {
      leftOut++
      continue
    }
    repeated += length
    rows.push({ name, type, value: await textOf(type, value, turns) })
  }
  if (leftOut > 0) rows.push({ name: 'left out', type: 'uint256', value: String(leftOut) })
  return rows
}

function* leavesOf(struct: TypedStruct, prefix: string): Generator<Leaf, void> {
  for (const { name, type, value } of struct.members) yield* leavesAt(`${prefix}${name}`, type, value)
}

function* leavesAt(name: string, type: string, value: TypedValue): Generator<Leaf, void> {
  if (Array.isArray(value) && value.length > 0) {
    const item = type.slice(0, type.lastIndexOf('['))
    for (const [at, element] of value.entries()) yield* leavesAt(`${name}[${at}]`, item, element)
  } else if (value !== null && typeof value === 'object' && !Array.isArray(value)) yield* leavesOf(value, `${name}.`)
  else yield { name, type, value }
}

async function textOf(type: string, value: TypedValue, turns: Turns): Promise<string> {
  if (Array.isArray(value)) return '[]'
  if (typeof value !== 'string') return String(value)
  if (type === 'string') return wholeText(value, turns)
  if (type !== 'address') return value
  await turns.spend(ADDRESS_WORK)
  return getAddress(value as Address)
}
