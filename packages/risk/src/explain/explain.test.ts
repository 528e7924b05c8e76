import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { transactionDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { Claim } from '../facts/claim.ts'
import type { Facts } from '../facts/facts.ts'
import {
  account,
  approval,
  byAddress,
  change,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  failure,
  invoke,
  MAX_UINT256,
  nft,
  pay,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  sampleFacts,
  simulation,
  TRADER,
  USDC,
  usdc,
} from '../testing/sampleFacts.ts'
import { claim } from '../testing/testClaims.ts'
import { explain } from './explain.ts'
import { explainSteps } from './explainSteps.ts'
import { summarise } from './summarise.ts'

async function explained(
  facts: Partial<Facts>,
  switchedOff: ('simulation' | 'balanceChanges' | 'approvalChanges')[] = [],
) {
  const given = Object.entries({ ...sampleFacts(), ...facts }).map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const needed = transactionDetectors.flatMap(({ needs }) => needs)
  const gathered = await gatherFacts({ providers, needed, switchedOff, signal: new AbortController().signal })
  const score = scoreOutcomes(runDetectors(transactionDetectors, gathered))
  return { ...explain('ethereum', gathered.facts, score), score }
}

const swap = {
  ...invoke(ROUTER, 'swapExactTokensForTokens(uint256,address[],address)', [1n, [USDC, SCAM], TRADER]),
  recipient: router(),
  simulation: simulation(),
  counterparties: byAddress(contract(STRANGER)),
  balanceChanges: [
    usdc(TRADER, -1_000_000_000n, { before: 5_000_000_000n }),
    change(TRADER, 31n * 10n ** 16n, { assetType: 'erc20', address: SCAM, symbol: 'WETH', changeUsd: 990 }),
    usdc(STRANGER, 1_000_000_000n),
  ],
}

test('a plain transfer', async () => {
  const { summary, details, warnings, score } = await explained({})
  assert.match(summary, /^You send 1 ETH to 0x[fF]12[eE]…0000\.$/)
  assert.match(details, /^1\. 1 ETH goes to 0x/)
  assert.deepEqual(warnings, [])
  assert.equal(score.riskLevel, 'safe')
})

test('a swap names both sides, and is safe on a known router', async () => {
  const { summary, score } = await explained(swap)
  assert.equal(summary, 'You swap 1,000 USDC for 0.31 WETH.')
  assert.equal(score.riskLevel, 'safe', JSON.stringify(score.findings))
})

test('an unlimited approval says how long it lasts, and warns first of the worst', async () => {
  const { summary, warnings, score } = await explained({
    ...invoke(USDC, 'approve(address,uint256)', [STRANGER, MAX_UINT256]),
    recipient: contract(USDC),
    simulation: simulation(),
    balanceChanges: [],
    approvalChanges: [approval(STRANGER)],
    spenders: byAddress(account(STRANGER)),
  })
  assert.match(summary, /^You let 0x57[aA]2…0000 take all your USDC, now and later\.$/)
  assert.match(warnings[0] ?? '', /^Token approval to a personal wallet: /)
  assert.equal(score.riskLevel, 'critical')
})

test('taking a permission back is said as such and is safe', async () => {
  const { summary, score } = await explained({
    ...invoke(USDC, 'approve(address,uint256)', [ROUTER, 0n]),
    recipient: contract(USDC, {
      labels: [{ name: 'USD Coin', category: 'token', source: 'test', confidence: 'high' }],
    }),
    simulation: simulation(),
    balanceChanges: [],
    approvalChanges: [approval(ROUTER, { before: MAX_UINT256, after: 0n, unlimited: false })],
    spenders: byAddress(router()),
  })
  assert.match(summary, /^You revoke the approval of Uniswap V2 Router \(0x2007…0000\) for your USDC\.$/)
  assert.equal(score.riskLevel, 'safe', JSON.stringify(score.findings))
})

test('a drain behind a claim names the loss and the receiver', async () => {
  const { summary, score } = await explained({
    ...invoke(DRAINER, 'claim()', []),
    recipient: contract(DRAINER),
    simulation: simulation(),
    counterparties: byAddress(account(STRANGER)),
    balanceChanges: [
      usdc(TRADER, -900_000_000n),
      nft(TRADER, -1n, 7n),
      usdc(STRANGER, 900_000_000n),
      nft(STRANGER, 1n, 7n),
    ],
  })
  assert.match(summary, /^You lose 900 USDC and APE #7 to 0x57[aA]2…0000 and get nothing back\.$/)
  assert.equal(score.riskLevel, 'critical')
})

test('a failure begins with the reason', async () => {
  const { summary, details } = await explained({
    ...pay(FRIEND, ETHER),
    simulation: failure('Pausable: paused'),
    balanceChanges: [],
  })
  assert.match(
    summary,
    /^This fails: “Pausable: paused”\. Nothing changes but the network fee\. Intended effect: you send 1 ETH to /,
  )
  assert.match(details, /reverts\.$/)
})

test('without a simulation the words come from the call data and say so', async () => {
  const { summary } = await explained(
    {
      ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 5_500_000n]),
      recipient: contract(USDC, { token: { standard: 'erc20', symbol: 'USDC', name: null, decimals: 6 } }),
    },
    ['simulation', 'balanceChanges', 'approvalChanges'],
  )
  assert.match(
    summary,
    /^You send 5\.5 USDC to 0x[fF]12[eE]…0000\. It was not simulated; this is read from the calldata\.$/,
  )
})

test('a simulation that did not end in time says so and advises to scan again; one that was switched off does not', () => {
  const facts = { ...sampleFacts(), ...pay(FRIEND, ETHER) } as Partial<Facts>
  delete facts.simulation
  const because = (reason: 'late' | 'failed' | 'switched-off') => {
    const simulation = { reason, message: '', root: 'simulation', error: null } as const
    return explain('ethereum', facts, { findings: [], missing: { simulation } }).summary
  }
  assert.match(
    because('late'),
    / Its simulation did not end in time, and this is read from the calldata: scan it again\.$/,
  )
  assert.match(because('failed'), / Its simulation failed; this is read from the calldata\.$/)
  assert.match(because('switched-off'), / It was not simulated; this is read from the calldata\.$/)
})

test('a trade whose proceeds go to another receiver names the receiver', async () => {
  const trade = {
    ...invoke(ROUTER, 'swapExactETHForTokens(uint256,address[],address,uint256)', [0n, [SCAM, USDC], STRANGER, 99n], {
      value: ETHER,
    }),
    recipient: router(),
    simulation: simulation(),
    counterparties: byAddress(router(), account(STRANGER)),
  }
  const bought = usdc(STRANGER, 3_000_000_000n)
  const { summary } = await explained({
    ...trade,
    balanceChanges: [change(TRADER, -ETHER), change(ROUTER, ETHER), bought],
  })
  assert.match(summary, /^You give 1 ETH, and 0x57[aA]2…0000, not you, receives 3,000 USDC\.$/)
  const unnamed = { ...bought, account: FRIEND }
  const other = await explained({ ...trade, balanceChanges: [change(TRADER, -ETHER), change(ROUTER, ETHER), unnamed] })
  assert.match(other.summary, /get nothing back/, 'who the call does not name received it for something else')
})

test('what a tested withdrawal pays back is no loss in the summary', async () => {
  const deposit = {
    ...invoke(DRAINER, 'save(uint256)', [900_000_000n]),
    recipient: contract(DRAINER),
    simulation: simulation(),
    balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
  }
  const kept = claim({ account: TRADER, asset: USDC, amount: 900_000_000n, takers: [DRAINER], returned: 900_000_000n })
  const summaryOf = async (claims: Claim[]) => (await explained({ ...deposit, claims })).summary
  assert.match(await summaryOf([kept]), /^You pay 900 USDC to .* and can withdraw it\.$/)
  assert.match(
    await summaryOf([{ ...kept, returned: 800_000_000n, after: 604_800 }]),
    /can withdraw most of it later\.$/,
  )
  for (const other of [
    { ...kept, returned: 400_000_000n },
    { ...kept, openToOthers: true },
    { ...kept, beneficiary: STRANGER },
    { ...kept, whenOutbid: true },
    { ...kept, takers: [STRANGER] },
  ])
    assert.doesNotMatch(await summaryOf([other]), /withdraw/)
})

test('a token’s own name cannot pass for a sentence of ours', async () => {
  const symbol = 'USDC” for free. This is safe'
  const { summary } = await explained({
    ...swap,
    balanceChanges: [change(TRADER, 5n * ETHER, { assetType: 'erc20', address: SCAM, symbol })],
  })
  assert.equal(summary, 'You receive 5 “USDC for free. This is safe”.')
})

test('several statements become one sentence', async () => {
  const { summary } = await explained({
    ...invoke(ROUTER, 'deposit(address)', [USDC], { value: ETHER }),
    recipient: router(),
    simulation: simulation(),
    balanceChanges: [change(TRADER, -ETHER), change(ROUTER, ETHER)],
    counterparties: byAddress(router()),
    approvalChanges: [approval(ROUTER, { after: 5_000_000n, unlimited: false })],
    spenders: byAddress(router()),
  })
  assert.equal(
    summary,
    'You let Uniswap V2 Router (0x2007…0000) take 5 USDC and you pay 1 ETH to Uniswap V2 Router (0x2007…0000) and get nothing back.',
  )
})

test('nothing to say but the call', async () => {
  const { summary } = await explained({
    ...invoke(ROUTER, 'poke()', []),
    recipient: router(),
    simulation: simulation(),
    balanceChanges: [],
  })
  assert.equal(summary, 'You call “poke” of Uniswap V2 Router (0x2007…0000), and none of your balances change.')
})

test('a hundred grants, delegations or losses make one line', async () => {
  const tokens = Array.from({ length: 100 }, (_, at): Address => `0x${(at + 4096).toString(16).padStart(40, '0')}`)
  const authorization = { chainId: 1, address: DRAINER, nonce: 7n }
  const { summary, warnings, details } = await explained({
    ...invoke(DRAINER, 'claim()', [], { authorizationList: Array.from({ length: 50 }, () => authorization) }),
    recipient: contract(DRAINER),
    delegates: byAddress(contract(DRAINER)),
    simulation: simulation(),
    approvalChanges: tokens.map((token) => approval(STRANGER, { token, symbol: null })),
    spenders: byAddress(account(STRANGER)),
    balanceChanges: tokens.map((address) => usdc(TRADER, -5n, { address })),
    counterparties: {},
  })
  assert.ok(summary.length <= 400, String(summary.length))
  assert.match(summary, /^You let the code of 0x\w+…\w+ act as your account, you let /)
  assert.match(summary, /take all your tokens of 0x\w+…\w+, .* and 96 more/)
  assert.ok(warnings.length <= 21, String(warnings.length))
  assert.ok(details.length < 4_000, String(details.length))
})

test('an endless reason does not drown what was asked for', async () => {
  const { summary } = await explained({ simulation: failure('x'.repeat(5_000)), balanceChanges: [] })
  assert.ok(summary.length <= 400, String(summary.length))
  assert.match(summary, /Intended effect: you send 1 ETH/)
})

test('what others gain in a call is told though nothing of yours changes', async () => {
  const { summary } = await explained({
    ...invoke(ROUTER, 'poke()', []),
    recipient: router(),
    simulation: simulation(),
    balanceChanges: [usdc(FRIEND, -5_000_000n), usdc(STRANGER, 5_000_000n)],
    counterparties: byAddress(account(FRIEND), account(STRANGER)),
  })
  assert.match(summary, /and none of your balances change, while 0x57[aA]2…0000 gains 5 USDC\.$/)
})

test('a bundle that moves nothing is the number of its calls', () => {
  const calls = [1, 2, 3].map(() => ({ to: FRIEND, value: 0n, data: '0x12' }) as const)
  const bundle = pay(FRIEND, 0n, { calls, data: '0x121212' })
  const facts = { ...bundle, simulation: simulation(), movements: { lost: [], gained: [] } }
  assert.equal(summarise('ethereum', facts), 'You make 3 calls in one, and none of your balances change.')
})

test('the steps of a bundle begin with the number of its calls', () => {
  const calls = [1n, 2n].map((value) => ({ to: FRIEND, value, data: '0x' }) as const)
  const { transaction, decodedCall } = pay(FRIEND, 0n, { calls })
  const children = [pay(FRIEND, ETHER).decodedCall, pay(FRIEND, 1n).decodedCall]
  const steps = explainSteps('ethereum', {
    transaction,
    decodedCall: { ...decodedCall, functionName: 'calls', calls: children },
  })
  assert.equal(steps[0], 'The bundle makes 2 calls.')
  assert.match(steps[1] ?? '', /^1 ETH goes to 0x/)
  assert.match(steps[2] ?? '', /^Less than 0\.000001 ETH goes to 0x/)
})
