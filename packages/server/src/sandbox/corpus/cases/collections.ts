import type { CorpusCall, CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const minted: readonly CorpusCall[] = [
  { by: 'team', call: 'mint(address)', args: ['$holder1'] },
  { by: 'team', call: 'mint(address)', args: ['$holder2'] },
  { by: 'team', call: 'mint(address)', args: ['$holder3'] },
]
const moves = (from: string, to: string) => ({
  call: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  args: [from, to, 7n, 5n, '0x'],
})
const NFT = { family: 'collection', subject: 'collection', market: 'none', springs: 'by-switch' } as const

/** Collectibles whose owner has a hand in other people's pockets. */
export const COLLECTIONS: readonly CorpusCase[] = [
  ...pairOf(
    'nft-seize',
    {
      ...NFT,
      harm: 'holding',
      afterDeployment: minted,
      provoke: [{ by: 'team', call: 'transferFrom(address,address,uint256)', args: ['$holder1', '$team', 1n] }],
    },
    {
      trap: { contract: 'Gallery', note: 'The owner moves every piece.' },
      twin: { contract: 'Museum', note: 'Holder and approved accounts move a piece.' },
    },
  ),
  ...pairOf(
    'nft-burn',
    {
      ...NFT,
      harm: 'holding',
      afterDeployment: minted,
      provoke: [{ by: 'team', call: 'retire(uint256)', args: [1n] }],
    },
    {
      trap: { contract: 'Kiln', note: 'The owner burns every piece.' },
      twin: { contract: 'Furnace', note: 'The holder burns a piece.' },
    },
  ),
  ...pairOf(
    'nft-mint',
    {
      ...NFT,
      harm: 'dilution',
      afterDeployment: [{ by: 'team', call: 'issue(address,uint256)', args: ['$holder1', 3n] }],
      provoke: [{ by: 'team', call: 'issue(address,uint256)', args: ['$team', 40n] }],
    },
    {
      trap: { contract: 'Edition', note: 'The owner mints without end.' },
      twin: { contract: 'Imprint', note: 'Ten pieces by code.' },
    },
  ),
  ...pairOf(
    'nft-approval',
    {
      ...NFT,
      harm: 'use',
      afterDeployment: minted,
      provoke: [{ by: 'team', call: 'setRestricted(bool)', args: [true] }],
      uses: [
        { by: 'holder1', call: 'setApprovalForAll(address,bool)', args: ['$stranger', true] },
        { by: 'stranger', call: 'transferFrom(address,address,uint256)', args: ['$holder1', '$stranger', 1n] },
      ],
    },
    {
      trap: { contract: 'Stamps', note: 'The owner forbids approvals, so nobody can sell.' },
      twin: { contract: 'Coins', args: ['$router'], note: 'One marketplace is shut out by code.' },
    },
  ),
  ...pairOf(
    'items-seize',
    {
      ...NFT,
      harm: 'use',
      afterDeployment: [{ by: 'team', call: 'mint(address,uint256,uint256)', args: ['$holder1', 7n, 5n] }],
      provoke: [{ by: 'team', ...moves('$holder1', '$team') }],
      uses: [{ by: 'holder1', ...moves('$holder1', '$stranger') }],
    },
    {
      trap: { contract: 'Armoury', note: 'ERC-1155 whose owner takes any item.' },
      twin: { contract: 'Arsenal', note: 'ERC-1155 as it should be.' },
    },
  ),
]
