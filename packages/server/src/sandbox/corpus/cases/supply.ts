import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const COIN = 10n ** 18n
const BILLION = 1_000_000_000n * COIN
const NOTHING = `0x${'0'.repeat(64)}`

/** Coins out of nothing, and coins that vanish. */
export const SUPPLY: readonly CorpusCase[] = [
  ...pairOf(
    'plain',
    {
      family: 'plain',
      springs: 'by-switch',
      harm: 'holding',
      provoke: [
        { by: 'team', call: 'transferFrom(address,address,uint256)', args: ['$holder1', '$team', 1_000n * COIN] },
      ],
    },
    {
      trap: { contract: 'Pebble', note: 'One account may spend what any account holds.' },
      twin: { contract: 'Shingle', note: 'A plain ERC-20.' },
    },
  ),
  ...pairOf(
    'mint-switch',
    {
      family: 'mint',
      springs: 'by-switch',
      harm: 'dump',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'mint(address,uint256)', args: ['$team', BILLION] }],
    },
    {
      trap: { contract: 'Fountain', note: 'The owner mints without end.' },
      twin: { contract: 'Cistern', note: 'The owner mints 2 % in all.' },
    },
  ),
  ...pairOf(
    'hidden-mint',
    {
      family: 'mint',
      springs: 'by-switch',
      harm: 'dump',
      provoke: [{ by: 'team', call: 'updateRewards(address,uint256)', args: ['$team', BILLION] }],
    },
    {
      trap: { contract: 'CommunityYield', note: 'Rewards out of nothing for an account known by a hash.' },
      twin: { contract: 'MemberYield', note: 'Rewards from what the contract itself holds.' },
    },
  ),
  ...pairOf(
    'bridge-mint',
    {
      family: 'mint',
      springs: 'by-switch',
      harm: 'dump',
      provoke: [
        {
          by: 'team',
          to: '$counterpart',
          call: 'release(address,address,uint256)',
          args: ['$self', '$team', BILLION],
        },
      ],
    },
    {
      trap: {
        contract: 'Passage',
        args: ['$counterpart'],
        parts: [{ name: 'counterpart', contract: 'Ferry', args: ['$team'] }],
        note: 'The bridge that mints obeys one person.',
      },
      twin: {
        contract: 'Passage',
        args: ['$counterpart'],
        parts: [{ name: 'counterpart', contract: 'Causeway', args: ['$team'] }],
        note: 'The bridge that mints holds the backing.',
      },
    },
  ),
  ...pairOf(
    'silent-balance',
    {
      family: 'balance-write',
      springs: 'by-switch',
      harm: 'dump',
      provoke: [{ by: 'team', call: 'sync(address,uint256)', args: ['$team', BILLION] }],
    },
    {
      trap: { contract: 'Quarry', note: 'The owner writes balances without event or supply.' },
      twin: {
        contract: 'Minery',
        afterDeployment: [{ by: 'team', call: 'deposit()', value: 100n * COIN }],
        note: 'Wrapped native coin: deposits write balances, and are paid for.',
      },
    },
  ),
  ...pairOf(
    'burn-others',
    {
      family: 'burn',
      springs: 'by-switch',
      harm: 'holding',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'burn(address,uint256)', args: ['$holder1', 1_000n * COIN] }],
    },
    {
      trap: { contract: 'Cinder', note: 'The owner burns what others hold.' },
      twin: { contract: 'Ashes', note: 'Burning for others takes their allowance.' },
    },
  ),
  ...pairOf(
    'pool-burn',
    {
      family: 'burn',
      springs: 'by-switch',
      harm: 'dump',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'burnLiquidity(uint256)', args: [9_999n] }],
    },
    {
      trap: { contract: 'Phoenix', note: "The owner burns the pool's coins, and then sells into it." },
      twin: { contract: 'Kingfisher', note: "A thousandth of the pool's coins can be burned once a day." },
    },
  ),
  ...pairOf(
    'open-permit',
    {
      family: 'approval',
      springs: 'by-switch',
      harm: 'holding',
      provoke: [
        {
          by: 'stranger',
          call: 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
          args: ['$holder1', '$stranger', BILLION, 4_000_000_000n, 27n, NOTHING, NOTHING],
        },
        {
          by: 'stranger',
          call: 'transferFrom(address,address,uint256)',
          args: ['$holder1', '$stranger', 1_000n * COIN],
        },
      ],
    },
    {
      trap: { contract: 'Waxseal', note: 'An invalid signature is good for any approval, by anybody.' },
      twin: { contract: 'Signet', note: 'EIP-2612 as it should be.' },
    },
  ),
]
