import type { Address, Hex } from '../address.ts'
import type { Facts } from '../facts/facts.ts'
import type { LookalikeAddress } from '../facts/lookalikes.ts'
import type { WalletApproval } from '../facts/walletApprovals.ts'
import type { WalletContract } from '../facts/walletContract.ts'
import type { Exposure, WalletActivity } from '../facts/walletFacts.ts'
import type { FundingHop, WalletCounterparty, WalletHistory, WalletTransfer } from '../facts/walletHistory.ts'
import { approval } from '../wallet/testApproval.ts'
import { account, ETHER, FRIEND, label, ROUTER, router, STRANGER, sampleFacts, TRADER } from './sampleFacts.ts'

// Building blocks of tests of wallets: an honest trader, funded by an exchange two years ago.

const address = (name: string): Address => `0x${name.padEnd(40, '0')}`
export const EXCHANGE = address('e8c4a6')
export const MIXER = address('313e20')
const HASH: Hex = `0x${'3'.repeat(64)}`

export const exchange = () => account(EXCHANGE, { labels: [label('exchange', 'Binance 14')] })
export const mixer = () =>
  account(MIXER, { class: 'contract', codeSize: 9_000, labels: [label('mixer', 'Tornado Cash 1 ETH')] })
export const scammer = (of: Address = STRANGER) => account(of, { labels: [label('scammer', 'Eve')] })

export function hop(more: Partial<FundingHop> = {}): FundingHop {
  const source = more.account ?? exchange()
  return {
    address: source.address,
    hop: 1,
    hash: HASH,
    blockNumber: 10_000_000n,
    value: ETHER,
    account: source,
    ...more,
  }
}

export function counterparty(more: Partial<WalletCounterparty> = {}): WalletCounterparty {
  return {
    address: more.account?.address ?? FRIEND,
    sent: 3,
    received: 0,
    calls: 0,
    sentUsd: 900,
    receivedUsd: null,
    firstSeen: 1_660_000_000,
    lastSeen: 1_690_000_000,
    account: null,
    ...more,
  }
}

export function exposure(more: Partial<Exposure> = {}): Exposure {
  return {
    kind: 'mixer',
    address: MIXER,
    said: ['mixer: Tornado Cash 1 ETH (test, high confidence)'],
    unconfirmedLabel: false,
    direction: 'in',
    hops: 1,
    through: null,
    share: 0.5,
    usd: 5_000,
    ...more,
  }
}

export function activity(more: Partial<WalletActivity> = {}): WalletActivity {
  return {
    ageDays: 730,
    idleDays: 2,
    sent: 140,
    received: 30,
    reactivated: null,
    forwards: { incoming: 12, forwarded: 0, to: [] },
    firstPaid: { parties: 1, dust: 0 },
    pulled: { owners: [], hashes: [], emptied: null },
    ...more,
  }
}

export function lookalike(more: Partial<LookalikeAddress> = {}): LookalikeAddress {
  return { similarTo: FRIEND, label: null, prefix: 4, suffix: 4, by: 'history', bait: [], ...more }
}
export const bait = (kind: LookalikeAddress['bait'][number]['kind'] = 'zero-value') => ({
  hash: HASH,
  blockNumber: 19_000_000n,
  kind,
})

type Safe = Extract<WalletContract, { type: 'safe' }>
export function safe(more: Partial<Safe> = {}): Safe {
  return {
    type: 'safe',
    version: '1.4.1',
    owners: [TRADER, FRIEND, STRANGER],
    threshold: 2,
    modules: [],
    guard: null,
    moduleGuard: null,
    fallbackHandler: null,
    complete: true,
    ...more,
  }
}

/** A bounded permission of a known router; the spender follows its account. */
export function walletApproval(more: Partial<WalletApproval> = {}): WalletApproval {
  return approval({ ...(more.spenderAccount && { spender: more.spenderAccount.address }), ...more })
}

/** `at`: block, and 12 seconds each since 2022. */
export function transfer(at: number, more: Partial<WalletTransfer> = {}): WalletTransfer {
  return {
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    blockNumber: BigInt(at),
    timestamp: 1_640_000_000 + 12 * at,
    direction: 'out',
    counterparty: FRIEND,
    assetType: 'native',
    token: null,
    tokenId: null,
    amount: ETHER,
    genuine: true,
    ...more,
  }
}

export function walletHistory(more: Partial<WalletHistory> = {}): WalletHistory {
  return {
    source: 'etherscan',
    complete: { transactions: true, transfers: true, firstSeen: true, funding: true },
    cut: [],
    sentCount: 140,
    firstSeen: { blockNumber: 10_000_000n, timestamp: 1_637_000_000, hash: HASH },
    lastSeen: { blockNumber: 19_990_000n, timestamp: 1_699_900_000, hash: HASH },
    funding: { from: EXCHANGE, hash: HASH, blockNumber: 10_000_000n, value: ETHER },
    transactions: [],
    transfers: [],
    ...more,
  }
}

/** Everything that detectors of wallets may ask: nothing speaks against this one. */
export function sampleWallet(): Partial<Facts> {
  const { block } = sampleFacts()
  return {
    ...(block && { block }),
    spellings: [],
    subject: account(TRADER, { nonce: 140n }),
    walletContract: null,
    delegateActs: null,
    walletExtensions: [],
    codeJudgement: null,
    history: walletHistory(),
    walletPrices: new Map([[null, { usd: 3_000, decimals: 18, symbol: 'ETH' }]]),
    fundingChain: [hop()],
    walletCounterparties: [
      counterparty({ account: router(), address: ROUTER, sentUsd: 4_000 }),
      counterparty({ account: exchange(), address: EXCHANGE, sent: 0, received: 4, sentUsd: null, receivedUsd: 9_000 }),
      counterparty({ account: account(FRIEND), address: FRIEND }),
    ],
    exposures: [],
    walletActivity: activity(),
    walletApprovals: [walletApproval()],
    lookalikes: [],
    poisonings: [],
    flaggedDeployments: [],
  }
}
