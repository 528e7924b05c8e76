import type { SeedGroup } from './seedGroup.ts'

const known = { category: 'defi_protocol', confidence: 'high', chains: 'all' } as const

/** Routers that trade on whatever exchange is best, and marketplaces of collectibles. */
export const AGGREGATORS: readonly SeedGroup[] = [
  {
    ...known,
    source: 'docs.1inch.io',
    members: [
      ['0x1111111254EEB25477B68fb85Ed929f73A960582', '1inch Aggregation Router V5'],
      ['0x111111125421cA6dc452d289314280a0f8842A65', '1inch Aggregation Router V6'],
    ],
  },
  {
    ...known,
    source: 'docs.0x.org',
    members: [['0xDef1C0ded9bec7F1a1670819833240f027b25EfF', '0x Exchange Proxy']],
  },
  {
    ...known,
    source: 'docs.1inch.io',
    members: [['0x1111111254fb6c44bAC0beD2854e76F90643097d', '1inch Aggregation Router V4']],
  },
  {
    ...known,
    source: 'developers.velora.xyz',
    members: [
      ['0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57', 'ParaSwap Augustus V5'],
      ['0x6A000F20005980200259B80c5102003040001068', 'Velora (ParaSwap) Augustus V6.2'],
    ],
  },
  {
    ...known,
    source: 'docs.kyberswap.com',
    members: [['0x6131B5fae19EA4f9D964eAc0408E4408b66337b5', 'KyberSwap Aggregator Router V2']],
  },
  {
    ...known,
    source: 'docs.cow.fi',
    members: [['0xC92E8bdf79f0507f65a392b0ab4667716BFE0110', 'CoW Protocol vault relayer']],
  },
  // Makes whatever calls a solver asks for: approvals belong to the vault relayer.
  {
    ...known,
    category: 'open-executor',
    source: 'docs.cow.fi',
    members: [['0x9008D19f58AAbD9eD0D60971565AA8510560ab41', 'CoW Protocol settlement']],
  },
  {
    ...known,
    source: 'docs.openocean.finance',
    members: [['0x6352a56caadC4F1E25CD6c75970Fa768A3304e64', 'OpenOcean Exchange V2']],
  },
  { ...known, source: 'docs.li.fi', members: [['0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE', 'LI.FI diamond']] },
  {
    ...known,
    source: 'docs.bungee.exchange',
    members: [['0x3a23F943181408EAC424116Af7b7790c94Cb97a5', 'Socket gateway']],
  },
  {
    ...known,
    source: 'docs.odos.xyz',
    chains: ['ethereum'],
    members: [['0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559', 'Odos Router V2']],
  },
  {
    ...known,
    source: 'Etherscan name tag',
    chains: ['ethereum'],
    members: [['0x881D40237659C251811CEC9c364ef91dC08D300C', 'MetaMask Swaps router']],
  },
  {
    ...known,
    source: 'Etherscan name tag',
    chains: ['bsc', 'polygon'],
    members: [['0x1a1ec25DC08e98e5E93F1104B5e5cdD298707d31', 'MetaMask Swaps router']],
  },
  {
    ...known,
    category: 'nft_marketplace',
    source: 'docs.opensea.io',
    members: [
      ['0x0000000000000068F116a894984e2DB1123eB395', 'OpenSea Seaport 1.6'],
      ['0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', 'OpenSea Seaport 1.5'],
      ['0x1E0049783F008A0085193E00003D00cd54003c71', 'OpenSea conduit'],
    ],
  },
  {
    ...known,
    category: 'nft_marketplace',
    source: 'Etherscan name tags',
    chains: ['ethereum'],
    members: [
      ['0x000000000000Ad05Ccc4F10045630fb830B95127', 'Blur marketplace'],
      ['0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5', 'Blur exchange V2'],
      ['0x0000000000E655fAe4d56241588680F86E3b2377', 'LooksRare V2'],
      ['0x74312363e45DCaBA76c59ec49a7Aa8A65a67EeD3', 'X2Y2 exchange'],
    ],
  },
]
