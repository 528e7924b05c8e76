import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { askContract } from './askContract.ts'

/** Gas of one question, 200,000: the lists stand behind proxies. */
const GAS: Hex = '0x30d40'

/**
 * Symbols of the tokens whose issuer froze the account, as of the block; empty when none did, or when no issuer of the
 * network keeps a list. Null when none did and a list gave no answer, which is never "not frozen".
 */
export async function frozenBy(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<string[] | null> {
  // A token that refuses transfers to itself lists its own address (FiatTokenV2_1), which is no freeze.
  const lists = NETWORKS[chain.chain].freezeLists.filter(({ token }) => token !== address)
  const answers = await Promise.all(
    lists.map(async ({ token, ask }) =>
      wordAt(await askContract(chain, { block, to: token, gas: GAS }, [ask, address], signal)),
    ),
  )
  const frozen = lists.filter((_, at) => answers[at] === 1n).map(({ symbol }) => symbol)
  const silent = lists.some(({ unsure }, at) => !unsure && answers[at] !== 0n && answers[at] !== 1n)
  return frozen.length === 0 && silent ? null : frozen
}
