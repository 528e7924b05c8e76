import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address } from '@redoubt/risk/facts.ts'

/**
 * Contracts that hold other people's liquidity and tokens until a date, lower case. That something is in one says that it was
 * locked: not until when. Sources: docs.uncx.network ("Token Vesting", contracts) and the factory-to-locker map of UNCX's own
 * application; DefiLlama's adapters of Team Finance and PinkSale, whose totals come from these contracts.
 */
const LOCKERS: Readonly<Record<Chain, Readonly<Record<Address, string>>>> = {
  ethereum: {
    '0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214': 'UNCX (Uniswap V2)',
    '0xed9180976c2a4742c7a57354fd39d8bec6cbd8ab': 'UNCX (SushiSwap)',
    '0xfd235968e65b0990584585763f837a5b5330e6de': 'UNCX (Uniswap V3)',
    '0x7f5c649856f900d15c83741f45ae46f5c6858234': 'UNCX (Uniswap V3)',
    '0xdba68f07d1b7ca219f78ae8582c213d975c25caf': 'UNCX vesting',
    '0xa98f06312b7614523d0f5e725e15fd20fb1b99f5': 'UNCX vesting',
    '0xe2fe530c047f2d85298b07d9333c05737f1435fb': 'Team Finance',
    '0xdbf72370021babafbceb05ab10f99ad275c6220a': 'Team Finance',
    '0xc77aab3c6d7dab46248f3cc3033c856171878bd5': 'Team Finance',
    '0x71b5759d73262fbb223956913ecf4ecc51057641': 'PinkLock',
    '0x33d4cc8716beb13f814f538ad3b2de3b036f5e2a': 'PinkLock',
  },
  bsc: {
    '0xc765bddb93b0d1c1a88282ba0fa6b2d00e3e0c83': 'UNCX (PancakeSwap V2)',
    '0xeaed594b5926a7d5fbbc61985390baaf936a6b8d': 'UNCX vesting',
    '0x7f3f9f4ed8987b78adc448a840169a0fd5affaab': 'UNCX vesting',
    '0x0c89c0407775dd89b12918b9c0aa42bf96518820': 'Team Finance',
    '0x7536592bb74b5d62eb82e8b93b17eed4eed9a85c': 'Team Finance',
    '0x407993575c91ce7643a4d4ccacc9a98c36ee1bbe': 'PinkLock',
    '0x7ee058420e5937496f5a2096f04caa7721cf70cc': 'PinkLock',
  },
  polygon: {
    '0xadb2437e6f65682b85f814fbc12fec0508a7b1d0': 'UNCX (QuickSwap)',
    '0x2621816be08e4279cf881bc640be4089bfaf491a': 'UNCX vesting',
    '0x09e9f68f72917984e333bd2e18adae5faff97587': 'UNCX vesting',
    '0x3ef7442df454ba6b7c1deec8ddf29cfb2d6e56c7': 'Team Finance',
    '0x586c21a779c24efd2a8af33c9f7df2a2ea9af55c': 'Team Finance',
    '0x6c9a0d8b1c7a95a323d744de30cf027694710633': 'PinkLock',
    '0x5fb71dbf7248a01bf96ce2ab2da34eeabe58c261': 'PinkLock',
  },
}

/** Lockers of one network: address to name. */
export function lockers(chain: Chain): ReadonlyMap<Address, string> {
  return new Map(Object.entries(LOCKERS[chain]) as [Address, string][])
}
