import type { ContractJudgement, JudgedFinding } from '../../facts/contractJudgement.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { change, ETHER, invoke, ROUTER, STRANGER, TRADER, UNKNOWN_CONTRACT, usdc } from '../../testing/sampleFacts.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './dangerous-token-purchase.ts'

const TOKEN = UNKNOWN_CONTRACT
const erc20 = { token: { standard: 'erc20', symbol: 'RUG', name: 'Rug', decimals: 18 } } as const
const delegate = { id: 'settable-delegate', severity: 'high', title: 'Replaceable delegatecall target' } as const
const minting = {
  id: 'mintable-supply',
  severity: 'medium',
  title: 'Mintable supply that can empty the pool',
} as const
const freeze = { id: 'holder-freeze', severity: 'high', title: 'Freezing of single token holders' } as const
const judged = (worst: 'critical' | 'high' | 'medium' | 'none', more: Partial<ContractJudgement> = {}) => ({
  purchaseJudgements: Object.values(judgement(TOKEN, worst, erc20)).map((one) => ({ ...one, ...more })),
})
const found = (...findings: JudgedFinding[]) => judged('high', { findings })
const rugs = (amount: bigint, changeUsd: number | null = null) =>
  change(TRADER, amount, { assetType: 'erc20', address: TOKEN, symbol: 'RUG', changeUsd })
const swap = invoke(ROUTER, 'swap(uint256)', [1n], { value: ETHER })
const buys = {
  ...swap,
  balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER), rugs(5n * ETHER)],
}
const DOLLARS = 1_000_000n
const shares = change(TRADER, -ETHER, { assetType: 'erc20', address: STRANGER, symbol: 'UNI-V2', changeUsd: null })

detectorTest(detector, {
  detects: {
    'coins for a token that its contract scan rates high': { ...judged('high'), ...buys, severity: 'high' },
    'one that it rates critical': { ...judged('critical'), ...buys, severity: 'critical' },
    'dollars for it': {
      ...judged('high'),
      ...invoke(ROUTER, 'swap(uint256)', [1n]),
      balanceChanges: [usdc(TRADER, -50n * DOLLARS), usdc(STRANGER, 50n * DOLLARS), rugs(ETHER)],
      severity: 'high',
    },
    'a code that a key can replace': { ...found(delegate), ...buys, severity: 'high' },
    'what was found before the scan was cut short': {
      ...judged('high', { complete: false }),
      ...buys,
      severity: 'high',
    },
    'an approval of the token beside its purchase': {
      ...judged('high'),
      ...buys,
      ...(() => {
        const { decodedCall, transaction } = swap
        const approval = invoke(TOKEN, 'approve(address,uint256)', [ROUTER, ETHER]).decodedCall
        return { transaction, decodedCall: { ...decodedCall, to: null, calls: [approval, decodedCall] } }
      })(),
      severity: 'high',
    },
    'a mint by a key whose new tokens were sold for most of the pool': {
      ...judged('medium', { findings: [minting] }),
      ...buys,
      severity: 'medium',
    },
    'the same beside a freeze of holders': { ...found(freeze, minting), ...buys, severity: 'medium' },
    'a freeze of holders beside another power': {
      ...found(freeze, delegate),
      ...buys,
      severity: 'high',
    },
  },
  clears: {
    'a token that its contract scan rates medium, such as one whose power several keys hold': {
      ...judged('medium'),
      ...buys,
    },
    'an honest token': { ...judged('none'), ...buys },
    'a level that payers alone make': { ...found({ ...delegate, ofPayers: true }), ...buys },
    'a finding that rests on what is unknown': { ...found({ ...delegate, ofUnknown: true }), ...buys },
    'a freeze of single holders, which a rule of its own judges by the depth of the pool': {
      ...found(freeze),
      ...buys,
    },
    'a sale of it': {
      ...judged('critical'),
      ...invoke(ROUTER, 'swap(uint256)', [1n]),
      balanceChanges: [rugs(-ETHER), change(TRADER, ETHER), change(STRANGER, -ETHER)],
    },
    'a transfer of it': {
      ...judged('critical'),
      ...invoke(TOKEN, 'transfer(address,uint256)', [STRANGER, ETHER]),
      balanceChanges: [rugs(-ETHER)],
    },
    'shares of a pool that are taken back': {
      ...judged('critical'),
      ...invoke(ROUTER, 'removeLiquidity(uint256)', [1n]),
      balanceChanges: [shares, rugs(ETHER), change(TRADER, ETHER)],
    },
    'a token that is paid itself, which its own rule judges': {
      ...judged('critical'),
      ...invoke(TOKEN, 'buy()', [], { value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER), change(TOKEN, ETHER), rugs(ETHER)],
    },
    'a gift': { ...judged('critical'), ...invoke(STRANGER, 'claim()', []), balanceChanges: [rugs(ETHER)] },
    'nothing unknown is bought': { purchaseJudgements: [], ...buys },
  },
})
