import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { transactionDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import { summarise } from '../explain/summarise.ts'
import type { Account, Label } from '../facts/account.ts'
import type { FactName, Facts } from '../facts/facts.ts'
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
  label,
  MAX_UINT256,
  NFT,
  nft,
  pay,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  sampleFacts,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from './sampleFacts.ts'

/** All detectors together: a rule that is right alone may still be wrong in company. */
async function judge(facts: Partial<Facts>, switchedOff: FactName[] = []) {
  const given = Object.entries({ ...sampleFacts(), ...facts }).map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const needed = transactionDetectors.flatMap(({ needs }) => needs)
  const gathered = await gatherFacts({ providers, needed, switchedOff, signal: new AbortController().signal })
  const summary = summarise('ethereum', gathered.facts)
  return { ...scoreOutcomes(runDetectors(transactionDetectors, gathered)), summary }
}

const WETH: Address = `0xe7${'0'.repeat(38)}`
const weth = (of: Address, amount: bigint) =>
  change(of, amount, {
    assetType: 'erc20',
    address: WETH,
    symbol: 'WETH',
    before: 0n,
    changeUsd: (Number(amount) / 1e18) * 3_000,
  })
const knownToken = (of: Address) => contract(of, { labels: [label('token')] })
const approve = (spender: Address, amount: bigint) => ({
  ...invoke(USDC, 'approve(address,uint256)', [spender, amount]),
  recipient: knownToken(USDC),
  simulation: simulation(),
  balanceChanges: [],
})
const exchangeAll = 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)'

const HONEST: Record<string, Partial<Facts>> = {
  'a transfer to a known account': {},
  'a first transfer to a stranger': {
    ...pay(STRANGER, ETHER),
    recipient: account(STRANGER),
    counterparties: byAddress(account(STRANGER)),
    balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER)],
  },
  'a token transfer': {
    ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 5_000_000n]),
    recipient: knownToken(USDC),
    simulation: simulation(),
    balanceChanges: [usdc(TRADER, -5_000_000n), usdc(FRIEND, 5_000_000n)],
  },
  'a swap of everything on a known router': {
    ...invoke(ROUTER, exchangeAll, [1n, 1n, [USDC, WETH], TRADER, 1n]),
    recipient: router(),
    simulation: simulation(),
    counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
    balanceChanges: [
      usdc(TRADER, -1_000_000_000n),
      change(TRADER, 33n * 10n ** 16n, { changeUsd: 990 }),
      usdc(UNKNOWN_CONTRACT, 1_000_000_000n),
    ],
  },
  'wrapping all ether': {
    ...invoke(WETH, 'deposit()', [], { value: 9n * ETHER }),
    recipient: knownToken(WETH),
    simulation: simulation(),
    counterparties: byAddress(knownToken(WETH)),
    balanceChanges: [
      change(TRADER, -9n * ETHER, { changeUsd: -27_000 }),
      weth(TRADER, 9n * ETHER),
      change(WETH, 9n * ETHER),
    ],
  },
  'a bounded approval to a known protocol': {
    ...approve(ROUTER, 5_000_000n),
    approvalChanges: [approval(ROUTER, { after: 5_000_000n, unlimited: false })],
    spenders: byAddress(router()),
  },
  'an unlimited approval to a known protocol': {
    ...approve(ROUTER, MAX_UINT256),
    approvalChanges: [approval(ROUTER)],
    spenders: byAddress(router()),
  },
  'taking an approval back from a drainer': {
    ...approve(DRAINER, 0n),
    approvalChanges: [approval(DRAINER, { before: MAX_UINT256, after: 0n, unlimited: false })],
    spenders: byAddress(contract(DRAINER, { labels: [label('scammer')] })),
  },
  'an airdrop claim from a new, unlabelled contract': {
    ...invoke(UNKNOWN_CONTRACT, 'claim()', []),
    recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }),
    simulation: simulation(),
    counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
    balanceChanges: [change(TRADER, 500n, { assetType: 'erc20', address: SCAM, symbol: 'GIFT', before: 0n })],
  },
  'a mint in an unlabelled collection': {
    ...invoke(NFT, 'mint()', [], { value: ETHER / 10n }),
    recipient: contract(NFT),
    simulation: simulation(),
    counterparties: byAddress(contract(NFT)),
    balanceChanges: [change(TRADER, -ETHER / 10n), nft(TRADER, 1n, 1n), change(NFT, ETHER / 10n)],
  },
}

for (const [name, facts] of Object.entries(HONEST)) {
  test(`${name} is safe or low`, async () => {
    const { riskScore, findings } = await judge(facts)
    assert.ok(riskScore < 40, JSON.stringify(findings))
  })
}

const HARMFUL: Record<string, { facts: Partial<Facts>; id: string; level: RiskLevel }> = {
  'an unlimited approval to a drainer': {
    facts: {
      ...approve(DRAINER, MAX_UINT256),
      approvalChanges: [approval(DRAINER)],
      spenders: byAddress(contract(DRAINER)),
    },
    id: 'unlimited-approval-to-unknown-contract',
    level: 'critical',
  },
  'setApprovalForAll to a person': {
    facts: {
      ...invoke(NFT, 'setApprovalForAll(address,bool)', [STRANGER, true]),
      recipient: contract(NFT),
      simulation: simulation(),
      balanceChanges: [],
      approvalChanges: [approval(STRANGER, { token: NFT, standard: 'erc721', operator: true, after: 1n })],
      spenders: byAddress(account(STRANGER)),
    },
    id: 'operator-approval-to-eoa',
    level: 'critical',
  },
  'a drain disguised as a claim': {
    facts: {
      ...invoke(DRAINER, 'claim()', []),
      recipient: contract(DRAINER),
      simulation: simulation(),
      counterparties: byAddress(account(STRANGER)),
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(STRANGER, 900_000_000n)],
    },
    id: 'asset-drain-through-approvals',
    level: 'critical',
  },
  'a honeypot sale': {
    facts: {
      ...invoke(ROUTER, exchangeAll, [100n, 1n, [SCAM, WETH], TRADER, 1n]),
      recipient: router(),
      simulation: failure('TransferHelper: TRANSFER_FROM_FAILED'),
      balanceChanges: [],
      tokenPulls: [
        {
          token: SCAM,
          holder: TRADER,
          spender: ROUTER,
          to: UNKNOWN_CONTRACT,
          amount: 100n,
          balance: 100n,
          allowance: MAX_UINT256,
          error: 'execution reverted',
          revertReason: null,
          failedInside: true,
        },
      ],
    },
    id: 'honeypot-token-sale',
    level: 'critical',
  },
}

for (const [name, { facts, id, level }] of Object.entries(HARMFUL)) {
  test(`${name} is ${level}`, async () => {
    const { riskLevel, findings } = await judge(facts)
    assert.equal(riskLevel, level)
    assert.ok(
      findings.some((finding) => finding.id === id),
      JSON.stringify(findings),
    )
  })
}

const OPEN_EXECUTOR: Address = `0x4e1a${'0'.repeat(36)}`
const openExecutor = () => contract(OPEN_EXECUTOR, { labels: [label('open-executor', 'Multicall3')] })
const CALLED = {
  openExecutor: openExecutor(),
  'an unknown contract': contract(UNKNOWN_CONTRACT),
  'a known service': router(),
}
const TAKERS = { a: account(STRANGER), b: contract(DRAINER), c: openExecutor(), d: knownToken(WETH) }
const CALLS = ['claim(address)', 'deposit(address)', 'aggregate3(address)', 'execTransaction(address)', 'swap(address)']

for (const [name, called] of Object.entries(CALLED)) {
  test(`who gets nothing back for something with a price is never told to proceed: through ${name}`, async () => {
    for (const taker of Object.values(TAKERS)) {
      // Assets that a known service keeps with another known contract are a deposit.
      if (name === 'a known service' && taker.labels[0]?.category === 'token') continue
      for (const signature of CALLS) {
        for (const value of [0n, 9n * ETHER]) {
          const facts: Partial<Facts> = {
            ...invoke(called.address, signature, [taker.address], { value }),
            recipient: called,
            simulation: simulation(),
            counterparties: byAddress(called, taker),
            balanceChanges: value
              ? [change(TRADER, -value, { changeUsd: -27_000 }), change(taker.address, value, { changeUsd: 27_000 })]
              : [usdc(TRADER, -900_000_000n), usdc(taker.address, 900_000_000n)],
          }
          const { findings, riskScore, summary } = await judge(facts)
          assert.match(summary, /nothing back/)
          assert.ok(riskScore >= 40, `${signature} ${taker.address}: ${JSON.stringify(findings)}`)
        }
      }
    }
  })
}

const ANYBODYS = { ...label('scammer'), confidence: 'low' } as const
const accused = (one: Account): Account => ({ ...one, labels: [ANYBODYS, ...one.labels] })

test('a publicly submitted accusation makes a payment high, and not critical', async () => {
  const paid = (labels: Label[]) => judge({ ...pay(FRIEND, ETHER), recipient: account(FRIEND, { labels }) })
  assert.equal((await paid([])).riskLevel, 'safe')
  assert.equal((await paid([ANYBODYS])).riskLevel, 'high')
  assert.equal((await paid([{ ...ANYBODYS, confidence: 'medium' }])).riskLevel, 'critical')
})

test('a publicly submitted accusation never makes an approval look better', async () => {
  for (const spender of [openExecutor(), router(), knownToken(WETH), contract(UNKNOWN_CONTRACT), account(STRANGER)]) {
    for (const bounded of [{ after: 5n, unlimited: false }, {}]) {
      const scored = async (one: Account) => {
        const approvalChanges = [approval(one.address, bounded)]
        return (await judge({ ...approve(one.address, MAX_UINT256), approvalChanges, spenders: byAddress(one) }))
          .riskScore
      }
      const [without, withIt] = [await scored(spender), await scored(accused(spender))]
      assert.ok(withIt >= without && withIt >= 60, `${spender.address}: ${without} then ${withIt}`)
    }
  }
})

test('without the simulation by choice, the answer is unsure and never safe', async () => {
  const { riskLevel, confidence, missingDecisiveFacts } = await judge({}, [
    'simulation',
    'balanceChanges',
    'approvalChanges',
    'counterparties',
    'tokenPulls',
  ])
  assert.equal(riskLevel, 'medium')
  assert.ok(
    missingDecisiveFacts.includes('simulation') && missingDecisiveFacts.includes('movements'),
    missingDecisiveFacts.join(),
  )
  assert.ok(confidence < 0.6, String(confidence))
})

test('without the simulation by choice, an approval is still judged by its call data', async () => {
  const off: FactName[] = ['simulation', 'balanceChanges', 'approvalChanges', 'counterparties', 'tokenPulls']
  const { riskLevel } = await judge({ ...approve(DRAINER, MAX_UINT256), spenders: byAddress(contract(DRAINER)) }, off)
  assert.equal(riskLevel, 'critical')
})

test('a call tree over the cap is no clean bill', async () => {
  const { riskScore, findings, confidence } = await judge({
    ...invoke(UNKNOWN_CONTRACT, 'claim()', []),
    recipient: contract(UNKNOWN_CONTRACT),
    simulation: simulation({ trace: null, truncated: true }),
    balanceChanges: [],
  })
  assert.ok(riskScore >= 40)
  assert.ok(confidence < 0.7, String(confidence))
  assert.ok(findings.some(({ id }) => id === 'execution-not-inspected'))
})

test('nothing hides behind a rejection', async () => {
  const { riskLevel } = await judge({
    ...invoke(DRAINER, 'claim()', []),
    recipient: contract(DRAINER),
    simulation: simulation({ success: false, outcome: 'rejected', revertReason: 'nonce too low' }),
    counterparties: byAddress(account(STRANGER)),
    balanceChanges: [usdc(TRADER, -900_000_000n), usdc(STRANGER, 900_000_000n)],
  })
  assert.equal(riskLevel, 'critical')
})
