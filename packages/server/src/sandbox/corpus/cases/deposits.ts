import type { CorpusAccount, CorpusCall, CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const COIN = 10n ** 18n
const HOLDERS: readonly CorpusAccount[] = ['holder1', 'holder2', 'holder3']

const deposits: readonly CorpusCall[] = HOLDERS.map((by) => ({ by, call: 'deposit()', value: COIN }))
const withdrawal: CorpusCall = { by: 'holder1', call: 'withdraw(uint256)', args: [(COIN * 9n) / 10n] }
const vaultDeposits = HOLDERS.flatMap((by): CorpusCall[] => [
  { by, to: '$wrapped', call: 'deposit()', value: COIN },
  { by, to: '$wrapped', call: 'approve(address,uint256)', args: ['$self', COIN] },
  { by, call: 'deposit(uint256,address)', args: [COIN, `$${by}`] },
])

/** Contracts that hold what others deposited. */
export const DEPOSITS: readonly CorpusCase[] = [
  ...pairOf(
    'eth-bank',
    {
      family: 'deposits',
      subject: 'deposits',
      market: 'none',
      springs: 'by-switch',
      harm: 'use',
      afterBuys: deposits,
      uses: [withdrawal],
      provoke: [{ by: 'team', call: 'settle(address,uint256)', args: ['$team', 3n * COIN] }],
    },
    {
      trap: { contract: 'Cellar', note: 'The owner can send out the deposits.' },
      twin: { contract: 'Larder', note: 'The owner can send out the fees.' },
    },
  ),
  ...pairOf(
    'vault-shares',
    {
      family: 'deposits',
      subject: 'deposits',
      market: 'none',
      springs: 'by-switch',
      harm: 'use',
      afterBuys: vaultDeposits,
      uses: [{ by: 'holder1', call: 'redeem(uint256,address)', args: [COIN, '$holder1'] }],
      provoke: [{ by: 'team', call: 'recover(address,uint256)', args: ['$wrapped', 3n * COIN] }],
    },
    {
      trap: { contract: 'Strongbox', args: ['$wrapped'], note: 'The owner recovers any token, the deposits too.' },
      twin: { contract: 'Coffer', args: ['$wrapped'], note: 'The owner recovers any token but the deposited one.' },
    },
  ),
  ...pairOf(
    'closing-bank',
    {
      family: 'selfdestruct',
      subject: 'deposits',
      market: 'none',
      springs: 'by-switch',
      harm: 'use',
      afterBuys: deposits,
      uses: [withdrawal],
      provoke: [{ by: 'team', call: 'close()' }],
    },
    {
      trap: { contract: 'Tearoom', note: 'The owner ends the contract and gets all deposits.' },
      twin: { contract: 'Teahouse', note: 'The owner can end the contract when it is empty.' },
    },
  ),
  ...pairOf(
    'exit-fee',
    {
      family: 'deposits',
      subject: 'deposits',
      market: 'none',
      springs: 'by-switch',
      harm: 'use',
      afterBuys: deposits,
      uses: [withdrawal],
      provoke: [{ by: 'team', call: 'setExitFee(uint256)', args: [100n] }],
    },
    {
      trap: { contract: 'Hostel', note: 'The owner makes leaving cost everything.' },
      twin: { contract: 'Inn', note: 'Leaving costs 2 % at most.' },
    },
  ),
]
