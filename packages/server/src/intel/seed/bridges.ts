import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { SeedGroup } from './seedGroup.ts'

const bridge = { category: 'bridge', confidence: 'high' } as const

/**
 * Bridges that also run any call that a stranger on the other side asks for, in their own name: money sent to them crosses,
 * and every stranger can use a permission given to them.
 */
const EXECUTORS: SeedGroup['members'] = [
  ['0x8315177aB297bA92A06054cE80a67Ed4DBd7ed3a', 'Arbitrum One bridge'],
  ['0xbEb5Fc579115071764c7423A4f12eDde41f106Ed', 'Optimism portal'],
  ['0x49048044D57e1C92A77f79988d21Fa8fAF74E97e', 'Base portal'],
]

/** Where deposits to other networks go in: canonical bridges of the rollups, and the large independent ones. */
export const BRIDGES: readonly SeedGroup[] = [
  {
    category: 'open-executor',
    confidence: 'high',
    source: 'docs.optimism.io, docs.arbitrum.io',
    chains: ['ethereum'],
    members: EXECUTORS,
  },
  {
    ...bridge,
    source: 'docs.arbitrum.io',
    chains: ['ethereum'],
    members: [
      ['0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f', 'Arbitrum One delayed inbox'],
      ['0x8315177aB297bA92A06054cE80a67Ed4DBd7ed3a', 'Arbitrum One bridge'],
      ['0x72Ce9c846789fdB6fC1f34aC4AD25Dd9ef7031ef', 'Arbitrum One gateway router'],
      ['0xa3A7B6F88361F48403514059F1F16C8E78d60EeC', 'Arbitrum One ERC-20 gateway'],
    ],
  },
  {
    ...bridge,
    source: 'docs.optimism.io',
    chains: ['ethereum'],
    members: [
      ['0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1', 'Optimism standard bridge'],
      ['0xbEb5Fc579115071764c7423A4f12eDde41f106Ed', 'Optimism portal'],
    ],
  },
  {
    ...bridge,
    source: 'docs.base.org',
    chains: ['ethereum'],
    members: [
      ['0x3154Cf16ccdb4C6d922629664174b904d80F2C35', 'Base standard bridge'],
      ['0x49048044D57e1C92A77f79988d21Fa8fAF74E97e', 'Base portal'],
    ],
  },
  {
    ...bridge,
    source: 'docs.polygon.technology',
    chains: ['ethereum'],
    members: [
      ['0xA0c68C638235ee32657e8f720a23ceC1bFc77C77', 'Polygon PoS bridge'],
      ['0x40ec5B33f54e0E8A33A975908C5BA1c14e5BbbDf', 'Polygon PoS ERC-20 bridge'],
      ['0x8484Ef722627bf18ca5Ae6BcF031c23E6e922B30', 'Polygon PoS ether bridge'],
      ['0x401F6c983eA34274ec46f84D70b31C151321188b', 'Polygon plasma bridge'],
    ],
  },
  {
    ...bridge,
    source: 'docs.zksync.io',
    chains: ['ethereum'],
    members: [
      ['0x32400084C286CF3E17e7B677ea9583e60a000324', 'ZKsync Era diamond proxy'],
      ['0xaBEA9132b05A70803a4E85094fD0e1800777fBEF', 'ZKsync Lite'],
    ],
  },
  {
    ...bridge,
    source: 'docs.starknet.io',
    chains: ['ethereum'],
    members: [['0xae0Ee0A63A2cE6BaeEFFE56e7714FB4EFE48D419', 'StarkGate ETH bridge']],
  },
  {
    ...bridge,
    source: 'docs.gnosischain.com',
    chains: ['ethereum'],
    members: [['0x88ad09518695c6c3712AC10a214bE5109a655671', 'Gnosis Omnibridge']],
  },
  {
    ...bridge,
    source: 'docs.roninchain.com',
    chains: ['ethereum'],
    members: [['0x64192819Ac13Ef72bF6b5AE239AC672B43a9AF08', 'Ronin bridge V2']],
  },
  {
    ...bridge,
    source: 'wormhole.com/docs',
    chains: ['ethereum'],
    members: [
      ['0x98f3c9e6E3fAce36bAAd05FE09d375Ef1464288B', 'Wormhole core bridge'],
      ['0x3ee18B2214AFF97000D974cf647E7C347E8fa585', 'Wormhole token bridge'],
    ],
  },
  only('bsc', 'wormhole.com/docs', '0xB6F6D86a8f9879A9c87f643768d9efc38c1Da6E7', 'Wormhole token bridge'),
  only('polygon', 'wormhole.com/docs', '0x5a58505a96D1dbf8dF91cB21B54419FC36e93fdE', 'Wormhole token bridge'),
  only('ethereum', 'docs.stargate.finance', '0x8731d54E9D02c286767d56ac03e8037C07e01e98', 'Stargate V1 router'),
  only('ethereum', 'docs.stargate.finance', '0x150f94B44927F078737562f0fcF3C95c01Cc2376', 'Stargate V1 ETH router'),
  only('bsc', 'docs.stargate.finance', '0x4a364f8c717cAAD9A442737Eb7b8A55cc6cf18D8', 'Stargate V1 router'),
  only('polygon', 'docs.stargate.finance', '0x45A01E4e04F14f7A4a6702c74187c5F6222033cd', 'Stargate V1 router'),
  only('ethereum', 'docs.across.to', '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5', 'Across spoke pool'),
  only('polygon', 'docs.across.to', '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096', 'Across spoke pool'),
  only('bsc', 'docs.across.to', '0x4e8E101924eDE233C13e2D8622DC8aED2872d505', 'Across spoke pool'),
  only('ethereum', 'docs.hop.exchange', '0xb8901acB165ed027E32754E0FFe830802919727f', 'Hop ETH bridge'),
  only('ethereum', 'docs.hop.exchange', '0x3666f603Cc164936C1b87e207F36BEBa4AC5f18a', 'Hop USDC bridge'),
  only('ethereum', 'docs.hop.exchange', '0x3E4a3a4796d16c0Cd582C382691998f7c06420B6', 'Hop USDT bridge'),
  only('ethereum', 'docs.hop.exchange', '0x3d4Cc8A61c7528Fd86C55cfe061a78dCBA48EDd1', 'Hop DAI bridge'),
  only('ethereum', 'docs.synapseprotocol.com', '0x2796317b0fF8538F253012862c06787Adfb8cEb6', 'Synapse bridge'),
  only('bsc', 'docs.synapseprotocol.com', '0xd123f70AE324d34A9E76b67a27bf77593bA8749f', 'Synapse bridge'),
  only('polygon', 'docs.synapseprotocol.com', '0x8F5BBB2BB8c2Ee94639E55d5F41de9b4839C1280', 'Synapse bridge'),
  only('ethereum', 'cbridge-docs.celer.network', '0x5427FEFA711Eff984124bFBB1AB6fbf5E3DA1820', 'Celer cBridge V2'),
  only('bsc', 'cbridge-docs.celer.network', '0xdd90E5E87A2081Dcf0391920868eBc2FFB81a1aF', 'Celer cBridge V2'),
  only('polygon', 'cbridge-docs.celer.network', '0x88DCDC47D2f83a99CF0000FDF667A468bB958a78', 'Celer cBridge V2'),
  only('ethereum', 'docs.layerzero.network', '0x66A71Dcef29A0fFBDBE3c6a460a3B5BC225Cd675', 'LayerZero V1 endpoint'),
  only('ethereum', 'developers.circle.com', '0xBd3fa81B58Ba92a82136038B25aDec7066af3155', 'Circle CCTP V1'),
  only('polygon', 'developers.circle.com', '0x9daF8c91AEFAE50b9c0E69629D3F6Ca40cA3B3FE', 'Circle CCTP V1'),
  {
    ...bridge,
    source: 'docs.layerzero.network',
    chains: ['bsc', 'polygon'],
    members: [['0x3c2269811836af69497E5F486A85D7316753cf62', 'LayerZero V1 endpoint']],
  },
  {
    ...bridge,
    source: 'docs.layerzero.network',
    chains: 'all',
    members: [['0x1a44076050125825900e736c501f859c50fE728c', 'LayerZero V2 endpoint']],
  },
  {
    ...bridge,
    source: 'developers.circle.com',
    chains: ['ethereum', 'polygon'],
    members: [['0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d', 'Circle CCTP V2']],
  },
  {
    ...bridge,
    source: 'docs.debridge.com',
    chains: 'all',
    members: [
      ['0x43dE2d77BF8027e25dBD179B491e8d64f38398aA', 'deBridge gate'],
      ['0xeF4fB24aD0916217251F553c0596F8Edc630EB66', 'deBridge DLN source'],
    ],
  },
]

function only(chain: Chain, source: string, address: Address, name: string): SeedGroup {
  return { ...bridge, source, chains: [chain], members: [[address, name]] }
}
