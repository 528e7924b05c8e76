import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'

/** Selectors of what this folder asks contracts, by function. */
const SELECTORS = {
  isBlackListed: '0xe47d6060',
  isBlacklisted: '0xfe575a87',
  isBlocked: '0xfbac3951',
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  factory: '0xc45a0155',
  fee: '0xddca3f43',
  getPair: '0xe6a43905',
  getPool: '0x1698ee82',
  poolByPair: '0xd9a641e1',
  denomination: '0x8bca6d16',
  levels: '0x4ecf518b',
  nextIndex: '0xfc7e9c6f',
  isSpent: '0xe5285dcc',
  resolver: '0x0178b8bf',
  name: '0x691f3431',
  addr: '0x3b3b57de',
} as const satisfies Record<string, Hex>
export type Question = keyof typeof SELECTORS

/** Gas of one question, 200,000: famous contracts stand behind proxies. */
const GAS: Hex = '0x30d40'

/** One question with its arguments. */
export type Asked = readonly [Question, ...(Address | Hex | bigint)[]]

/**
 * eth_call of a question to a well-known contract at the block. Null when it reverts or gives no answer that can be had:
 * silence is never an answer. Questions of one tick leave in one batch.
 */
export async function askContract(
  chain: ChainSource,
  { block, to, gas = GAS }: { block: PinnedBlock; to: Address; gas?: Hex },
  asked: Asked,
  signal: AbortSignal,
): Promise<Hex | null> {
  try {
    return await chain.call(block, { to, data: dataOf(asked), gas }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Call data of a question. */
export function dataOf([question, ...args]: Asked): Hex {
  const words = args.map((arg) => (typeof arg === 'bigint' ? arg.toString(16) : arg.slice(2)).padStart(64, '0'))
  return `${SELECTORS[question]}${words.join('')}`
}

/** Whether the code could answer all of these: compilers push each selector that a contract dispatches on. */
export function dispatches(code: Hex, questions: readonly Question[]): boolean {
  return questions.every((question) => code.includes(`63${SELECTORS[question].slice(2)}`))
}
