import type { Address, Hex, PinnedBlock } from '../../../risk/facts.ts'
import type { ChainSource } from '../../chain/chainSource.ts'

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

/** Gas of one question to a stranger's contract, 60,000: a storage read or two, and no room for kilobytes of answer. */
const GAS: Hex = '0xea60'

/**
 * eth_call of a question at the block. Null when it reverts or gives no answer that can be had (a hostile contract returns
 * megabytes): silence is never an answer. Questions of one tick leave in one batch.
 */
export async function askContract(
  chain: ChainSource,
  { block, to, gas = GAS }: { block: PinnedBlock; to: Address; gas?: Hex },
  [question, ...args]: readonly [Question, ...(Address | Hex | bigint)[]],
  signal: AbortSignal,
): Promise<Hex | null> {
  const words = args.map((arg) => (typeof arg === 'bigint' ? arg.toString(16) : arg.slice(2)).padStart(64, '0'))
  try {
    return await chain.call(block, { to, data: `${SELECTORS[question]}${words.join('')}`, gas }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Whether the code could answer all of these: compilers push each selector that a contract dispatches on. */
export function dispatches(code: Hex, questions: readonly Question[]): boolean {
  return questions.every((question) => code.includes(`63${SELECTORS[question].slice(2)}`))
}
