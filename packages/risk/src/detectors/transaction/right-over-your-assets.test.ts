import type { GuardedPull } from '../../facts/guardedPull.ts'
import type { RightFact } from '../../facts/right.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  contract,
  ETHER,
  invoke,
  label,
  NFT,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './right-over-your-assets.ts'

const named = invoke(UNKNOWN_CONTRACT, 'setPlugin(address)', [STRANGER])

function right(more: Partial<RightFact> = {}): RightFact {
  return {
    holder: STRANGER,
    account: TRADER,
    contract: UNKNOWN_CONTRACT,
    selector: '0x8d8dd4d8',
    signature: 'pluginWithdraw(address,uint256,address)',
    kind: 'contract',
    owned: null,
    asset: null,
    assetType: 'native',
    tokenId: null,
    symbol: 'ETH',
    decimals: 18,
    amount: ETHER,
    usd: 2_000,
    whole: true,
    after: 0,
    named: true,
    holderAccount: account(STRANGER),
    own: false,
    fresh: false,
    ...more,
  }
}

const paid = { kind: 'wallet', whole: false, amount: 200n, reach: 90_000n, asked: true } as const
const service = contract(STRANGER, { labels: [label('defi_protocol', 'Gateway')] })
const byCode = { holderAccount: contract(STRANGER) }
const byKey: GuardedPull = {
  selector: '0x8d8dd4d8',
  signature: null,
  guards: [{ by: 'caller', holder: TRADER }],
  anyCall: false,
  holders: [{ address: TRADER, by: 'a caller in the code', account: 'eoa', kind: null, labels: [] }],
}
const points = { asset: USDC, assetType: 'erc20', symbol: 'PTS', decimals: 18, usd: null } as const

detectorTest(detector, {
  detects: {
    'a plug-in that can take the deposit': { ...named, rights: [right()] },
    'a session key that can take a part': { ...named, rights: [right({ whole: false })], severity: 'high' },
    'a key with a limit of each payment, and none of all': { ...named, rights: [right({ ...paid, times: 12 })] },
    'a key with a small limit of each payment': { ...named, rights: [right({ ...paid, usd: 5, times: 12 })] },
    'dust of each payment': { ...named, rights: [right({ ...paid, usd: 0.001, times: 12 })], severity: 'low' },
    'a key with a limit of all payments, which the call names': {
      ...named,
      rights: [right({ ...paid, times: 1 })],
      severity: 'medium',
    },
    'a limit of all payments that is a large part': {
      ...named,
      rights: [right({ ...paid, times: 1, reach: 1_000n })],
      severity: 'high',
    },
    'a limit of all payments that the call does not name': {
      ...named,
      rights: [right({ ...paid, times: 1, named: false })],
      severity: 'high',
    },
    'a limit that was not tried again': { ...named, rights: [right(paid)], severity: 'high' },
    'an heir after days': { ...named, rights: [right({ after: 2_592_000 })] },
    'a right of a listed account over little': {
      ...named,
      rights: [right({ usd: 1, holderAccount: account(STRANGER, { labels: [label('scammer')] }) })],
    },
    'a right over next to nothing': { ...named, rights: [right({ usd: 3 })], severity: 'low' },
    'a right of a known service': { ...named, rights: [right({ holderAccount: service })], severity: 'low' },
    'a right of a contract that the sender created': {
      ...named,
      rights: [right({ own: true, holderAccount: contract(STRANGER) })],
      severity: 'low',
    },
    'a contract that acts for its own callers only': {
      ...named,
      rights: [right({ ...byCode, use: { pulls: [], complete: true } })],
      severity: 'low',
    },
    'a contract whose key takes from anyone': {
      ...named,
      rights: [right({ ...byCode, use: { pulls: [byKey], complete: true } })],
      severity: 'high',
    },
    'a contract by which anyone takes': {
      ...named,
      rights: [right({ ...byCode, use: { pulls: [{ ...byKey, guards: [] }], complete: true } })],
    },
    'a contract that was not executed in full': {
      ...named,
      rights: [right({ ...byCode, use: { pulls: [], complete: false } })],
      severity: 'medium',
    },
    'an operator of a token without a price': {
      ...named,
      rights: [right({ ...points, kind: 'wallet' })],
      severity: 'high',
    },
    'a right over points without a price': { ...named, rights: [right(points)], severity: 'medium' },
    'a right over an NFT': {
      ...named,
      rights: [right({ asset: NFT, assetType: 'erc721', tokenId: 7n, amount: 1n, usd: null })],
    },
    'a deposit that a plug-in chosen by the contract can take': {
      ...named,
      rights: [right({ fresh: true, named: false })],
    },
    'a deposit that an account named by the sender can take': {
      ...named,
      rights: [right({ fresh: true })],
      severity: 'medium',
    },
    'a manager who can pass a name on': {
      ...named,
      rights: [right({ kind: 'ownership', owned: 'owner(bytes32)', amount: 0n, usd: null })],
      severity: 'high',
    },
    'a ward of a contract that holds nothing': {
      ...named,
      rights: [right({ kind: 'control', amount: 0n, usd: null })],
      severity: 'medium',
    },
  },
  clears: {
    'a transfer': {},
    'a token approval, which other rules judge': {
      ...named,
      spenders: byAddress(account(STRANGER)),
      approvalChanges: [approval(STRANGER)],
      rights: [right({ kind: 'wallet', asset: USDC, assetType: 'erc20', symbol: 'USDC', decimals: 6 })],
    },
    'a new owner, whom another rule tells': {
      ...invoke(UNKNOWN_CONTRACT, 'transferOwnership(address)', [STRANGER]),
      rights: [right({ kind: 'control', amount: 0n, usd: null })],
    },
  },
})
