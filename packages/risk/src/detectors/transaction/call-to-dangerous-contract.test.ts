import assert from 'node:assert/strict'
import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import type { Hex } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  change,
  contract,
  ETHER,
  invoke,
  MAX_UINT256,
  pay,
  ROUTER,
  router,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import { claim as withdrawal } from '../../testing/testClaims.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './call-to-dangerous-contract.ts'

/** Any call keeps attached coins: no name promises anything. */
const keepsPayments = (severity: 'medium' | 'critical') => {
  const [made] = Object.values(judgement(UNKNOWN_CONTRACT, 'high'))
  if (made === undefined) throw new Error('no judgement')
  const title = 'Contract that keeps your payments'
  const ofPayers = severity === 'critical' ? {} : ({ ofPayers: true } as const)
  const findings = [{ id: 'payments-not-withdrawable', severity, title, ...ofPayers }]
  return { contractJudgements: { [UNKNOWN_CONTRACT]: { ...made, findings } } }
}
/** A game that no answer wins. */
const trap = () => {
  const [made] = Object.values(judgement(UNKNOWN_CONTRACT, 'high'))
  if (made === undefined) throw new Error('no judgement')
  const findings = [{ id: 'coin-honeypot', severity: 'high', title: 'Coin honeypot', ofPayers: true } as const]
  return { contractJudgements: { [UNKNOWN_CONTRACT]: { ...made, findings } } }
}
const DOLLARS = 1_000_000n
const claim = invoke(UNKNOWN_CONTRACT, 'claim()', [])
const withdraw = invoke(UNKNOWN_CONTRACT, 'withdraw(uint256)', [5n])
const dangerous = { contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical') }
const still = { balanceChanges: [], counterparties: {}, recipient: contract(UNKNOWN_CONTRACT) }
const erc20 = { token: { standard: 'erc20', symbol: 'RUG', name: 'Rug', decimals: 18 } } as const
const rug = (severity: 'critical' | 'high' = 'critical') => ({
  contractJudgements: judgement(UNKNOWN_CONTRACT, severity, erc20),
})
const rugs = (of: typeof TRADER, amount: bigint) =>
  change(of, amount, { assetType: 'erc20', address: UNKNOWN_CONTRACT, symbol: 'RUG', changeUsd: null })
const returned = { ...dangerous, ...still, ...withdraw }
const bundleOf = (...steps: ReturnType<typeof invoke>[]) => {
  const calls = steps.map(({ transaction: { to, value, data } }) => ({ to, value, data }))
  const whole = pay(UNKNOWN_CONTRACT, 0n)
  return {
    transaction: { ...whole.transaction, calls, atomic: true },
    decodedCall: { ...whole.decodedCall, to: null, calls: steps.map(({ decodedCall }) => decodedCall) },
  }
}

const [judged] = Object.values(judgement(UNKNOWN_CONTRACT, 'critical', erc20))
const honeypot = { id: 'honeypot-token', severity: 'critical', title: 'Honeypot token' } as const
const unsellable = {
  contractJudgements: judged === undefined ? {} : { [UNKNOWN_CONTRACT]: { ...judged, findings: [honeypot] } },
}
/** Dollars for a receipt that its contract redeems one for one. */
const receipt = {
  ...still,
  ...invoke(UNKNOWN_CONTRACT, 'wrap(uint256)', [5n * DOLLARS]),
  balanceChanges: [usdc(TRADER, -5n * DOLLARS), usdc(UNKNOWN_CONTRACT, 5n * DOLLARS), rugs(TRADER, 5n * DOLLARS)],
  claims: [withdrawal({ asset: USDC, amount: 5n * DOLLARS, returned: 5n * DOLLARS })],
}

const [harmless = assert.fail()] = Object.values(judgement(ROUTER, 'none'))

/** Another account's delegate is replaced in the transaction that calls it, as the execution shows. */
const redelegated = (
  more: {
    value?: bigint
    applied?: boolean
    authority?: typeof TRADER
    after?: Hex
    delegate?: ReturnType<typeof judgement>
  } = {},
) => {
  const { value = 0n, applied = true, authority = UNKNOWN_CONTRACT, delegate = judgement(ROUTER, 'none') } = more
  const { after = `0xef0100${ROUTER.slice(2)}` as const } = more
  const { transaction, ...call } = invoke(UNKNOWN_CONTRACT, 'rescue(address[],uint256[])', [[], []], { value })
  const list = [{ chainId: 1, address: ROUTER, nonce: 4n, authority }]
  const code = { before: `0xef0100${'aa'.repeat(20)}`, after } as const
  return {
    ...still,
    ...call,
    contractJudgements: { ...dangerous.contractJudgements, ...delegate },
    transaction: { ...transaction, authorizationList: list },
    simulation: simulation({ stateDiff: applied ? { [authority]: { code, storage: {} } } : {} }),
  }
}

detectorTest(detector, {
  detects: {
    'an account whose new delegate did not take effect': { ...redelegated({ applied: false }), severity: 'critical' },
    'an account whose new delegate is dangerous itself': {
      ...redelegated({ delegate: judgement(ROUTER, 'high') }),
      severity: 'critical',
    },
    'an account whose new delegate was not judged': { ...redelegated({ delegate: {} }), severity: 'critical' },
    'an account whose new delegate was judged in part': {
      ...redelegated({ delegate: { [ROUTER]: { ...harmless, complete: false } } }),
      severity: 'critical',
    },
    'an account that did not sign for another delegate itself': {
      ...redelegated({ authority: STRANGER }),
      severity: 'critical',
    },
    'a payment to an account whose delegate is replaced': {
      ...redelegated({ value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
      severity: 'critical',
    },
    'a receipt that cannot be sold, and that its contract does not redeem': {
      ...receipt,
      ...unsellable,
      claims: [],
      severity: 'critical',
    },
    'a call without any effect': { ...dangerous, ...still, ...claim, severity: 'critical' },
    'a contract that is rated high': {
      ...still,
      ...claim,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'high'),
      severity: 'high',
    },
    'a contract that is rated medium for what it does': {
      ...still,
      ...claim,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'medium'),
      severity: 'medium',
    },
    'a plain payment to a contract that keeps payments': {
      ...keepsPayments('medium'),
      ...still,
      ...pay(UNKNOWN_CONTRACT, ETHER),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
      severity: 'high',
    },
    'a payment into a game that no answer wins': {
      ...trap(),
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'play(uint256)', [7n], { value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
      severity: 'high',
    },
    'a lure of a contract that keeps payments': {
      ...keepsPayments('critical'),
      ...still,
      ...claim,
      severity: 'high',
    },
    'a deposit': {
      ...dangerous,
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'deposit(uint256)', [5n]),
      balanceChanges: [usdc(TRADER, -5n * DOLLARS), usdc(UNKNOWN_CONTRACT, 5n * DOLLARS)],
      severity: 'critical',
    },
    'a payment without a call': {
      ...dangerous,
      ...pay(UNKNOWN_CONTRACT, ETHER),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
      severity: 'critical',
    },
    'dollars sent to it': {
      ...dangerous,
      ...invoke(USDC, 'transfer(address,uint256)', [UNKNOWN_CONTRACT, 5n * DOLLARS]),
      balanceChanges: [usdc(TRADER, -5n * DOLLARS), usdc(UNKNOWN_CONTRACT, 5n * DOLLARS)],
      severity: 'critical',
    },
    'a call that was not executed': {
      ...dangerous,
      ...withdraw,
      moved: null,
      severity: 'critical',
    },
    'dust that comes back': { ...returned, balanceChanges: [usdc(TRADER, 10n)], severity: 'critical' },
    'a made-up token that comes back': { ...returned, balanceChanges: [rugs(TRADER, ETHER)], severity: 'critical' },
    'a withdrawal that lets it spend dollars': {
      ...returned,
      balanceChanges: [usdc(TRADER, 5n * DOLLARS)],
      approvalChanges: [approval(UNKNOWN_CONTRACT)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
      severity: 'critical',
    },
    'a withdrawal that takes coins too': {
      ...returned,
      balanceChanges: [usdc(TRADER, 5n * DOLLARS), change(TRADER, -1n), change(STRANGER, 1n)],
      severity: 'critical',
    },
    'a claim beside a withdrawal from elsewhere': {
      ...dangerous,
      ...still,
      ...bundleOf(claim, invoke(ROUTER, 'withdraw(uint256)', [5n])),
      balanceChanges: [usdc(TRADER, 5n * DOLLARS), usdc(ROUTER, -5n * DOLLARS)],
      severity: 'critical',
    },
    'a token whose transfer takes dollars': {
      ...rug(),
      ...invoke(UNKNOWN_CONTRACT, 'transfer(address,uint256)', [STRANGER, 5n]),
      balanceChanges: [rugs(TRADER, -5n), usdc(TRADER, -5n * DOLLARS), usdc(STRANGER, 5n * DOLLARS)],
      severity: 'critical',
    },
  },
  clears: {
    'an account whose sweeper is replaced in the same transaction, as a rescue does': redelegated(),
    'an account whose delegation ends in the same transaction': redelegated({ after: '0x', delegate: {} }),
    'an account whose new delegate is a wallet that is published': redelegated({
      after: `0xef0100${[...KNOWN_DELEGATES.keys()][0]?.slice(2)}`,
      delegate: {},
    }),
    'a receipt that cannot be sold, and that its contract redeems': { ...receipt, ...unsellable },
    'no contract that was scanned': {},
    'the same call of a contract without findings': {
      ...still,
      ...claim,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'none'),
    },
    'a contract of which little is known': {
      ...still,
      ...claim,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'unknown'),
    },
    'a call without a payment of a contract that keeps payments': {
      ...keepsPayments('medium'),
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'topUp()', []),
    },
    'a call of a rigged game that pays it nothing': { ...trap(), ...still, ...invoke(UNKNOWN_CONTRACT, 'topUp()', []) },
    'a payment by a call of it, which other rules judge': {
      ...keepsPayments('medium'),
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'topUp()', [], { value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
    },
    'a contract that only may spend': dangerous,
    'a withdrawal': { ...returned, balanceChanges: [usdc(TRADER, 5n * DOLLARS)] },
    'a withdrawal for shares that are burned': {
      ...rug(),
      ...still,
      ...withdraw,
      balanceChanges: [rugs(TRADER, -5n), usdc(TRADER, 5n * DOLLARS), usdc(UNKNOWN_CONTRACT, -5n * DOLLARS)],
    },
    'a withdrawal beside a call of a router': {
      ...returned,
      ...bundleOf(withdraw, invoke(ROUTER, 'swap(uint256)', [5n])),
      balanceChanges: [usdc(TRADER, 5n * DOLLARS), usdc(UNKNOWN_CONTRACT, -5n * DOLLARS)],
    },
    'an allowance of its own token that is taken back': {
      ...rug(),
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'approve(address,uint256)', [STRANGER, 0n]),
    },
    'its own token approved to a router, to be sold': {
      ...rug(),
      ...still,
      ...invoke(UNKNOWN_CONTRACT, 'approve(address,uint256)', [ROUTER, MAX_UINT256]),
      approvalChanges: [approval(ROUTER, { token: UNKNOWN_CONTRACT })],
      spenders: byAddress(router()),
    },
    'its own token given away': {
      ...rug(),
      ...invoke(UNKNOWN_CONTRACT, 'transfer(address,uint256)', [STRANGER, 5n]),
      balanceChanges: [rugs(TRADER, -5n), rugs(STRANGER, 4n), rugs(UNKNOWN_CONTRACT, 1n)],
    },
    'its own token approved, seen in the call data alone': {
      ...rug(),
      ...invoke(UNKNOWN_CONTRACT, 'approve(address,uint256)', [ROUTER, 5n]),
      moved: null,
      spenders: byAddress(router()),
    },
    'its own token sold through a router': {
      ...rug(),
      ...invoke(ROUTER, 'swap(uint256)', [5n]),
      balanceChanges: [rugs(TRADER, -5n), rugs(UNKNOWN_CONTRACT, 1n), usdc(TRADER, 5n * DOLLARS)],
      simulation: simulation(),
    },
  },
})
