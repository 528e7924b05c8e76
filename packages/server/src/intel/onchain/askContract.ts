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

/** Gas of one question, 60,000: a storage read or two. */
const STRANGER_GAS = 60_000

const ONE_WORD = 32

/**
 * Asks a contract that a stranger may have written. Null when it reverts or its answer cannot be read: silence is never an
 * answer. All questions to one contract in a tick are one call, and at most `max` bytes of an answer arrive.
 */
export async function callUntrusted(
  chain: ChainSource,
  { block, to, gas = STRANGER_GAS, max = ONE_WORD }: { block: PinnedBlock; to: Address; gas?: number; max?: number },
  asked: Asked,
  signal: AbortSignal,
): Promise<Hex | null> {
  try {
    return await chain.ask(block, { to, data: dataOf(asked), gas, max, topic: 'words' }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/**
 * keccak256 of the runtime code of Safe's proxies. Sources: the artefacts that Safe publishes on npm (@gnosis.pm/safe-contracts
 * 1.0.0, 1.1.1, 1.2.0 and 1.3.0, @safe-global/safe-contracts 1.4.1, @safe-global/safe-smart-account 1.5.0); last, the proxy
 * of our sandbox. Each sends every call to the address in storage slot 0 and answers `masterCopy()` with it. A Safe that was
 * upgraded keeps its proxy.
 */
export const SAFE_PROXY_CODE: ReadonlySet<Hex> = new Set<Hex>([
  '0x9999daa94896b1dc51734d94c68aec28587d45e0584a50b319cb99b1f335d99b',
  '0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5',
  '0x958a485acd4eff0908ba6c67238d33eedec70bc99115074ad38ae14d1017f9db',
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
  '0x6bbfcff09a11078fb87fded1bb37bf27347870ebaf28a9291544453defb9f324',
])

/** Safe's singletons by address, lower case, with their version. Source: github.com/safe-global/safe-deployments 1.37. */
export const SAFE_SINGLETONS: ReadonlyMap<Address, string> = new Map<Address, string>([
  ['0xb6029ea3b2c51d09a50b53ca8012feeb05bda35a', '1.0.0'],
  ['0x34cfac646f301356faa8b21e94227e3583fe3f5f', '1.1.1'],
  ['0x6851d6fdfafd08c0295c392436245e5bc78b0185', '1.2.0'],
  ['0xd9db270c1b5e3bd161e8c8503c55ceabee709552', '1.3.0'],
  ['0x69f4d1788e39c87893c980c06edf4b7f686e2938', '1.3.0'],
  ['0x3e5c63644e683549055b9be8653de26e0b4cd36e', '1.3.0'],
  ['0xfb1bffc9d739b8d520daf37df666da4c687191ea', '1.3.0'],
  ['0x41675c099f32341bf84bfc5382af534df5c7461a', '1.4.1'],
  ['0x29fcb43b46531bca003ddc8fcb67ffe91900c762', '1.4.1'],
  ['0xff51a5898e281db6dfc7855790607438df2ca44b', '1.5.0'],
  ['0xedd160febbd92e350d4d398fb636302fccd67c7e', '1.5.0'],
])
