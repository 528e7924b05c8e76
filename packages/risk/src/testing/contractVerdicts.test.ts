import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../facts/facts.ts'
import {
  ALL_FAILS,
  ageDays,
  BY_UNPRIVILEGED_CALLER,
  bytecode,
  CREATOR,
  capability,
  distribution,
  flip,
  IMPLEMENTATION,
  NO_TOKEN,
  OWNER,
  privileged,
  provenance,
  proxy,
  run,
  TOKEN,
  trade,
  unsold,
} from './sampleContract.ts'
import { contract, label } from './sampleFacts.ts'
import { judgeContract } from './testContractVerdict.ts'

const owned = (more: Parameters<typeof privileged>[0] = {}) => ({ privileged: [privileged(more)] })
const famous = (name: string) => contract(TOKEN, { labels: [label('token', name)] })
const unverified = provenance({ verified: false, verifiedBy: null, name: null })
const pause = flip('pause()', { effect: 'stops-transfers', after: ALL_FAILS })
const freeze = flip('addBlackList(address)', { hits: 'named-account' })

/** An honest launch of this morning, without a record yet. */
const NEW: Partial<Facts> = {
  ...owned(),
  provenance: { ...unverified, createdAt: ageDays(0.3).createdAt },
  subject: contract(TOKEN, { deployedRecently: true }),
  distribution: distribution({
    liquidityUsd: 6_000,
    topHolders: [{ address: CREATOR, share: 30, kind: 'creator' }],
    lpHolders: [{ address: CREATOR, share: 100, kind: 'creator' }],
  }),
}

const TABLE: Record<string, { facts: Partial<Facts>; allowed: string[]; threats?: string[] }> = {
  'a plain, renounced, verified token': { facts: {}, allowed: ['SAFE'], threats: [] },
  'a plain token with an owner who can do nothing': { facts: owned(), allowed: ['SAFE'], threats: [] },
  'a token of this morning, unverified, liquidity with its creator': {
    facts: NEW,
    allowed: ['CAUTION'],
    threats: ['rug_pull_risk', 'unverified'],
  },
  'the same, mintable, pausable and behind a proxy of a multisig': {
    facts: {
      ...NEW,
      capabilities: [capability('mint', 'mint(address,uint256)'), capability('pause', 'pause()')],
      switches: [pause],
      proxy: proxy({ admin: privileged({ address: IMPLEMENTATION, account: 'multisig' }) }),
    },
    allowed: ['CAUTION'],
    threats: ['rug_pull_risk', 'proxy_contract', 'unverified'],
  },
  'OpenZeppelin ERC20 with Ownable, Pausable and a mint': {
    facts: {
      ...owned(),
      capabilities: [capability('mint', 'mint(address,uint256)'), capability('pause', 'pause()')],
      switches: [pause],
    },
    allowed: ['SAFE', 'CAUTION'],
    threats: [],
  },
  'USDT: mints, pauses, freezes and may take a fee': {
    facts: {
      ...owned({ account: 'multisig' }),
      subject: famous('Tether USD'),
      capabilities: [
        capability('mint', 'issue(uint256)'),
        capability('pause', 'pause()'),
        capability('blacklist', 'addBlackList(address)'),
        capability('tax-change', 'setParams(uint256,uint256)'),
        capability('burn-from-others', 'destroyBlackFunds(address)'),
      ],
      switches: [pause, freeze, flip('setParams(uint256,uint256)', { effect: 'raises-tax', after: { sellTax: 20 } })],
    },
    allowed: ['SAFE'],
    threats: ['blacklist_function'],
  },
  'the same privileges by one key, of a famous token': {
    facts: {
      ...owned(),
      subject: famous('USD Coin'),
      capabilities: [capability('mint', 'mint(address,uint256)'), capability('blacklist', 'blacklist(address)')],
      switches: [pause, freeze],
      proxy: proxy(),
    },
    allowed: ['SAFE', 'CAUTION'],
    threats: ['blacklist_function', 'proxy_contract'],
  },
  'WETH: anyone mints by paying in': {
    facts: {
      subject: famous('Wrapped Ether'),
      privileged: [],
      capabilities: [capability('mint', 'deposit()', { call: BY_UNPRIVILEGED_CALLER, backed: true })],
    },
    allowed: ['SAFE'],
    threats: [],
  },
  'an unknown wrapped coin': {
    facts: {
      privileged: [],
      capabilities: [capability('mint', 'deposit()', { call: BY_UNPRIVILEGED_CALLER, backed: true })],
      distribution: distribution({ lpHolders: null }),
    },
    allowed: ['SAFE'],
    threats: [],
  },
  'vault shares (ERC-4626) without a market': {
    facts: {
      ...owned({ account: 'timelock' }),
      capabilities: [
        capability('mint', 'deposit(uint256,address)', { call: BY_UNPRIVILEGED_CALLER, backed: true }),
        capability('foreign-token-rescue', 'sweep(address)'),
      ],
      trade: trade({ pool: { ...trade().pool, made: true, depthUsd: null } }),
      distribution: distribution({ liquidityUsd: 0, lpHolders: null }),
    },
    allowed: ['SAFE', 'CAUTION'],
    threats: [],
  },
  'a bridge token that its bridge mints and burns': {
    facts: {
      ...owned({ account: 'contract' }),
      capabilities: [
        capability('mint', 'mint(address,uint256)'),
        capability('burn-from-others', 'burn(address,uint256)'),
      ],
    },
    allowed: ['SAFE', 'CAUTION'],
    threats: [],
  },
  'a rebasing token': {
    facts: { ...owned(), capabilities: [capability('balance-write', 'rebase(uint256,int256)')] },
    allowed: ['SAFE'],
    threats: [],
  },
  'a fee token whose fee is capped': {
    facts: {
      ...owned(),
      trade: trade({}, (scenario) => run(scenario, { buyTax: 3, sellTax: 3 })),
      capabilities: [capability('tax-change', 'setFee(uint256)')],
      switches: [flip('setFee(uint256)', { effect: 'raises-tax', before: { sellTax: 3 }, after: { sellTax: 10 } })],
    },
    allowed: ['SAFE'],
    threats: [],
  },
  'a launch window with limits open to all': {
    facts: {
      ...owned(),
      trade: trade({ limits: { maxBuy: 1, maxSell: 1, maxHolding: 2, cooldownSeconds: 30 } }, (scenario) =>
        scenario === 'fresh' ? unsold(scenario, 'cooldown') : run(scenario),
      ),
    },
    allowed: ['SAFE'],
    threats: [],
  },
  'a minimal proxy that cannot change': {
    facts: { proxy: proxy({ kind: 'eip1167', admin: null, upgradeable: false }) },
    allowed: ['SAFE'],
    threats: ['proxy_contract'],
  },
  'a protocol behind a timelock': {
    facts: {
      ...NO_TOKEN,
      ...owned({ account: 'timelock' }),
      bytecode: bytecode({ standard: null }),
      proxy: proxy({ admin: privileged({ account: 'timelock' }) }),
      capabilities: [capability('withdraw-others-funds', 'migrate(address)')],
    },
    allowed: ['SAFE'],
    threats: ['proxy_contract'],
  },
  'an honest collection': {
    facts: {
      ...NO_TOKEN,
      ...owned(),
      bytecode: bytecode({ standard: 'erc721' }),
      capabilities: [
        capability('mint', 'mint(address,uint256)'),
        capability('mint', 'mint()', { call: BY_UNPRIVILEGED_CALLER }),
      ],
    },
    allowed: ['SAFE'],
    threats: [],
  },
}

for (const [name, { facts, allowed, threats }] of Object.entries(TABLE)) {
  test(`${name}: ${allowed.join(' or ')}`, async () => {
    const verdict = await judgeContract(facts)
    const seen = JSON.stringify([verdict.riskScore, verdict.findings.map(({ id, severity }) => `${id} ${severity}`)])
    assert.ok(allowed.includes(verdict.recommendation), `${verdict.recommendation} ${seen}`)
    assert.equal(verdict.honeypot, false)
    if (threats) assert.deepEqual(verdict.threats, threats, seen)
  })
}

test('a trap is no smaller for hiding behind a famous name that was publicly submitted', async () => {
  const subject = contract(TOKEN, { labels: [{ ...label('token', 'USD Coin'), confidence: 'low' }] })
  const { recommendation } = await judgeContract({ ...owned(), subject, switches: [flip('setOpen(bool)')] })
  assert.equal(recommendation, 'BLOCK')
})

test('what several keys may do asks for care, and what a burned one may do for nothing', async () => {
  const switches = [flip('setOpen(bool)')]
  const { recommendation } = await judgeContract({ ...owned({ account: 'multisig' }), switches })
  assert.equal(recommendation, 'CAUTION')
  const burned = await judgeContract({ privileged: [privileged({ address: OWNER, account: 'burned' })], switches })
  assert.equal(burned.recommendation, 'SAFE')
})

test('a proxy that one key can change, with all that is soft besides, is to be avoided and no more', async () => {
  const { recommendation } = await judgeContract({ ...NEW, proxy: proxy() })
  assert.equal(recommendation, 'AVOID')
})

test('impossible trades and unreadable code are never safe', async () => {
  for (const facts of [{ trade: null }, { bytecode: null }]) {
    const { riskScore, recommendation } = await judgeContract(facts)
    assert.ok(riskScore >= 40 && recommendation === 'CAUTION', String(riskScore))
  }
})

test('trades that the caller switched off are as unknown as those that failed', async () => {
  const { riskScore, recommendation, honeypot, confidence, missingDecisiveFacts } = await judgeContract({}, [
    'trade',
    'switches',
  ])
  assert.deepEqual([riskScore, recommendation, honeypot], [40, 'CAUTION', null])
  assert.deepEqual(missingDecisiveFacts, ['switches', 'trade'])
  assert.ok(confidence < 0.8, String(confidence))
})
