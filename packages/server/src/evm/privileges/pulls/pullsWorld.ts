import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import { type Code, readCode } from '../../bytecode/analysis/code.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import type { Explored } from '../paths/explored.ts'
import { slotKey } from '../paths/frame.ts'

/** Steps in all: some tenths of a second. */
const MAX_STEPS = 150_000
/** Questions to other contracts. */
const MAX_ANSWERS = 12

/** Builds the state that contracts run on: the real one at the block. */
export function pullsWorld(
  chain: ChainSource,
  { block, address, powers }: { block: PinnedBlock; address: Address; powers: Explored['powers'] },
  signal: AbortSignal,
): Explored {
  const codes = new Map<bigint, Promise<Code | null>>()
  const words = new Map<string, Promise<bigint>>()
  const answers = new Map<string, Promise<Uint8Array | null>>()
  const asked = async (to: Address, data: Hex) => {
    const answer = await chain.call(block, { to, data }, signal).catch(() => null)
    signal.throwIfAborted()
    return answer === null || answer.length <= 2 ? null : hexToBytes(answer)
  }
  const readWord = async (account: bigint, slot: bigint) =>
    BigInt(await chain.storage(block, addressOf(account), `0x${slot.toString(16).padStart(64, '0')}`, signal))
  const read = async (account: bigint): Promise<Code | null> => {
    const hex = await chain.code(block, addressOf(account), signal)
    return hex.length > 2 ? readCode(hex) : null
  }
  return {
    address: BigInt(address),
    entry: BigInt(address),
    inside: new Set([BigInt(address)]),
    powers,
    caller: BigInt(freshAccount(block.hash, address, 'puller')),
    timestamp: block.timestamp,
    number: block.number,
    factories: new Set(NETWORKS[chain.chain].factories.map(({ factory }) => BigInt(factory))),
    left: MAX_STEPS,
    delegateSlots: new Set(),
    settable: new Set(),
    bases: new Map(),
    keys: new Map(),
    free: new Set(),
    foretold: { hashed: new Map(), accounts: new Map() },
    signers: new Map(),
    setters: [],
    openings: [],
    asked: new Set(),
    chainId: BigInt(NETWORKS[chain.chain].chainId),
    storage(account, slot) {
      const key = slotKey(account, slot)
      const known = words.get(key) ?? readWord(account, slot)
      words.set(key, known)
      return known
    },
    answer(to, input) {
      const data = bytesToHex(input)
      const known = answers.get(`${to} ${data}`)
      if (known !== undefined) return known
      if (answers.size >= MAX_ANSWERS) return Promise.resolve(null)
      const answer = asked(addressOf(to), data)
      answers.set(`${to} ${data}`, answer)
      return answer
    },
    async refuses(to, data) {
      // What cannot be read refuses nothing.
      const answer = await chain.call(block, { to: addressOf(to), data }, signal).catch(() => '0x' as const)
      signal.throwIfAborted()
      return answer === null
    },
    code(account) {
      const known = codes.get(account) ?? read(account)
      codes.set(account, known)
      return known
    },
  }
}

/** The same state for a contract that the one with the power obeys. */
export function worldOf(world: Explored, entry: bigint): Explored {
  return { ...world, entry, inside: new Set([...world.inside, entry]), left: MAX_STEPS, setters: [], openings: [] }
}

function addressOf(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}
