import { readCode } from '../../../bytecode/analysis/code.ts'
import { assemble } from '../../../simulation/testing/assembler.ts'
import type { Explored } from '../../paths/explored.ts'
import { KEY } from './guardedCode.ts'

/** The contract of a test. */
const ADDRESS = 0xabcdn

/** A world with one contract, in assembler, whose key is in slot 0; other accounts do nothing. */
export function exploredWorld(source: string, more: Partial<Explored> = {}): Explored {
  return {
    address: ADDRESS,
    entry: ADDRESS,
    inside: new Set([ADDRESS]),
    powers: [],
    caller: 0x1234_5678_9abc_def0n,
    timestamp: 1_780_000_000n,
    number: 1n,
    chainId: 1n,
    factories: new Set(),
    left: 1_000_000,
    delegateSlots: new Set(),
    settable: new Set(),
    bases: new Map(),
    free: new Set(),
    foretold: { hashed: new Map(), accounts: new Map() },
    signers: new Map(),
    setters: [],
    openings: [],
    asked: new Set(),
    storage: async (_account, slot) => (slot === 0n ? BigInt(KEY) : 0n),
    answer: async () => null,
    code: async (account) => readCode(assemble(account === ADDRESS ? source : 'STOP')),
    ...more,
  }
}
