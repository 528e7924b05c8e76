import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'
import { wordAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { askContract } from './askContract.ts'

/**
 * Tokens whose issuer freezes accounts and says so on chain, at the addresses of the issuers' own pages. Sources: Tether's
 * TetherToken (`isBlackListed`), its Polygon token USDT0 (`isBlocked`, WithBlockedList), Circle's FiatToken
 * (`isBlacklisted`, github.com/circlefin/stablecoin-evm). The dollars on BNB Smart Chain are another company's copies and have no such list.
 */
const FREEZE_LISTS: Readonly<
  Record<
    Chain,
    readonly {
      symbol: string
      token: Address
      ask: 'isBlackListed' | 'isBlacklisted' | 'isBlocked'
      /** Rests on one public source: no answer may mean that there is no such function. */
      unsure?: true
    }[]
  >
> = {
  ethereum: [
    { symbol: 'USDT', token: '0xdac17f958d2ee523a2206206994597c13d831ec7', ask: 'isBlackListed' },
    { symbol: 'USDC', token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', ask: 'isBlacklisted' },
  ],
  bsc: [],
  polygon: [
    { symbol: 'USDC', token: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', ask: 'isBlacklisted' },
    { symbol: 'USDT', token: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', ask: 'isBlocked', unsure: true },
  ],
}

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
  const lists = FREEZE_LISTS[chain.chain].filter(({ token }) => token !== address)
  const answers = await Promise.all(
    lists.map(async ({ token, ask }) =>
      wordAt(await askContract(chain, { block, to: token, gas: GAS }, [ask, address], signal)),
    ),
  )
  const frozen = lists.filter((_, at) => answers[at] === 1n).map(({ symbol }) => symbol)
  const silent = lists.some(({ unsure }, at) => !unsure && answers[at] !== 0n && answers[at] !== 1n)
  return frozen.length === 0 && silent ? null : frozen
}
