import type { SeedGroup } from './seedGroup.ts'

const mixer = { category: 'mixer', confidence: 'high' } as const
const CONFIG = "Tornado Cash's own network configuration"

/**
 * Tornado Cash: immutable pools and the contracts that deposit into them. Mixers, not sanctioned: the Treasury took
 * them off its list on 2025-03-21.
 */
export const MIXERS: readonly SeedGroup[] = [
  {
    ...mixer,
    source: CONFIG,
    chains: ['ethereum'],
    members: [
      ['0x12D66f87A04A9E220743712cE6d9bB1B5616B8Fc', 'Tornado Cash 0.1 ETH'],
      ['0x47CE0C6eD5B0Ce3d3A51fdb1C52DC66a7c3c2936', 'Tornado Cash 1 ETH'],
      ['0x910Cbd523D972eb0a6f4cAe4618aD62622b39DbF', 'Tornado Cash 10 ETH'],
      ['0xA160cdAB225685dA1d56aa342Ad8841c3b53f291', 'Tornado Cash 100 ETH'],
      ['0xD4B88Df4D29F5CedD6857912842cff3b20C8Cfa3', 'Tornado Cash 100 DAI'],
      ['0xFD8610d20aA15b7B2E3Be39B396a1bC3516c7144', 'Tornado Cash 1,000 DAI'],
      ['0x07687e702b410Fa43f4cB4Af7FA097918ffD2730', 'Tornado Cash 10,000 DAI'],
      ['0x23773E65ed146A459791799d01336DB287f25334', 'Tornado Cash 100,000 DAI'],
      ['0x22aaA7720ddd5388A3c0A3333430953C68f1849b', 'Tornado Cash 5,000 cDAI'],
      ['0x03893a7c7463AE47D46bc7f091665f1893656003', 'Tornado Cash 50,000 cDAI'],
      ['0x2717c5e28cf931547B621a5dddb772Ab6A35B701', 'Tornado Cash 500,000 cDAI'],
      ['0xD21be7248e0197Ee08E0c20D4a96DEBdaC3D20Af', 'Tornado Cash 5,000,000 cDAI'],
      ['0xd96f2B1c14Db8458374d9Aca76E26c3D18364307', 'Tornado Cash 100 USDC'],
      ['0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D', 'Tornado Cash 1,000 USDC'],
      ['0x169AD27A470D064DEDE56a2D3ff727986b15D52B', 'Tornado Cash 100 USDT'],
      ['0x0836222F2B2B24A3F36f98668Ed8F0B38D1a872f', 'Tornado Cash 1,000 USDT'],
      ['0x178169B423a011fff22B9e3F3abeA13414dDD0F1', 'Tornado Cash 0.1 WBTC'],
      ['0x610B717796ad172B316836AC95a2ffad065CeaB4', 'Tornado Cash 1 WBTC'],
      ['0xbB93e510BbCD0B7beb5A853875f9eC60275CF498', 'Tornado Cash 10 WBTC'],
      ['0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b', 'Tornado Cash router'],
    ],
  },
  {
    ...mixer,
    source: 'Etherscan name tag',
    chains: ['ethereum'],
    members: [['0x722122dF12D4e14e13Ac3b6895a86e84145b6967', 'Tornado Cash proxy']],
  },
  {
    ...mixer,
    source: CONFIG,
    chains: ['bsc'],
    members: [
      ['0x84443CFd09A48AF6eF360C6976C5392aC5023a1F', 'Tornado Cash 0.1 BNB'],
      ['0xd47438C816c9E7f2E2888E060936a499Af9582b3', 'Tornado Cash 1 BNB'],
      ['0x330bdFADE01eE9bF63C209Ee33102DD334618e0a', 'Tornado Cash 10 BNB'],
      ['0x1E34A77868E19A6647b1f2F47B51ed72dEDE95DD', 'Tornado Cash 100 BNB'],
    ],
  },
  {
    ...mixer,
    source: CONFIG,
    chains: ['polygon'],
    members: [
      ['0x1E34A77868E19A6647b1f2F47B51ed72dEDE95DD', 'Tornado Cash 100 POL'],
      ['0xdf231d99Ff8b6c6CBF4E9B9a945CBAcEF9339178', 'Tornado Cash 1,000 POL'],
      ['0xaf4c0B70B2Ea9FB7487C7CbB37aDa259579fe040', 'Tornado Cash 10,000 POL'],
      ['0xa5C2254e4253490C54cef0a4347fddb8f75A4998', 'Tornado Cash 100,000 POL'],
    ],
  },
  {
    ...mixer,
    source: CONFIG,
    chains: ['bsc', 'polygon'],
    members: [['0x0D5550d52428E7e3175bfc9550207e4ad3859b17', 'Tornado Cash proxy']],
  },
]
