import { bytesToHex } from 'viem/utils'
import type { Code } from '../../bytecode/analysis/code.ts'
import { readCode } from '../../bytecode/analysis/code.ts'
import { explorePulls } from './explore.ts'
import type { Explored } from './explored.ts'
import { slotKey } from './frame.ts'
import { TaintedBytes } from './taintedBytes.ts'
import type { Word } from './word.ts'

/**
 * Returns a world in which the contract at `account` already exists: its address was computed from the code that creates it (EIP-1014), so
 * that no other code can ever be there. Null where that code is not known, or where it decides only when it runs what the contract
 * will be: by what is stored, by the time, or by what others answer.
 */
export async function withForetoldContract(world: Explored, account: bigint): Promise<Explored | null> {
  const creation = world.foretold.accounts.get(account)
  if (creation === undefined) return null
  const creates = readCode(bytesToHex(creation))
  const ends: Parameters<NonNullable<Explored['ended']>>[0][] = []
  const { complete } = await explorePulls(
    {
      ...world,
      entry: account,
      inside: new Set([account]),
      setters: [],
      openings: [],
      code: (one) => (one === account ? Promise.resolve(creates) : world.code(one)),
      storage: async (of, slot) => (of === account ? 0n : world.storage(of, slot)),
      ended: (path) => ends.push(path),
    },
    new TaintedBytes(),
  )
  const [end] = ends
  if (!complete || end === undefined || ends.length > 1 || !isFixed(end.answer)) return null
  const words = new Map([...end.slots].filter(([key]) => key.startsWith(slotKey(account, 0n).slice(0, -1))))
  if ([...words.values()].some(({ marks, place }) => marks !== 0 || place !== 0)) return null
  return withContract(world, account, { code: readCode(bytesToHex(end.answer.bytes(0, end.answer.length))), words })
}

const isFixed = (code: TaintedBytes) => code.length > 0 && code.marks(0, code.length) === 0

function withContract(
  world: Explored,
  account: bigint,
  { code, words }: { code: Code; words: ReadonlyMap<string, Word> },
): Explored {
  return {
    ...world,
    code: (one) => (one === account ? Promise.resolve(code) : world.code(one)),
    storage: async (of, slot) =>
      of === account ? (words.get(slotKey(account, slot))?.value ?? 0n) : world.storage(of, slot),
  }
}
