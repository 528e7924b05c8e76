import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../facts/facts.ts'
import {
  able,
  ageDays,
  bytecode,
  CREATOR,
  capability,
  contractFunction,
  flip,
  IMPLEMENTATION,
  NO_TOKEN,
  privileged,
  provenance,
  proxy,
  run,
  TOKEN,
  trade,
  unsold,
} from './sampleContract.ts'
import { account, contract, label, USDC } from './sampleFacts.ts'
import { judgeContract } from './testContractVerdict.ts'

const owned = (more: Parameters<typeof privileged>[0] = {}) => ({ privileged: [privileged(more)] })
const unverified = provenance({ verified: false, verifiedBy: null, name: null })
const freeze = flip('addBlackList(address)', { hits: 'named-account' })

const TRAPS: Record<string, { facts: Partial<Facts>; least: string[]; threat?: string }> = {
  'a honeypot': {
    facts: { trade: trade({}, (scenario) => unsold(scenario)) },
    least: ['BLOCK'],
    threat: 'honeypot',
  },
  'a honeypot with burned ownership and liquidity, a year old and verified': {
    facts: { trade: trade({}, (scenario) => unsold(scenario, null)), provenance: ageDays(400) },
    least: ['BLOCK'],
    threat: 'honeypot',
  },
  'a sale that stops tomorrow': {
    facts: { trade: trade({}, (scenario) => (scenario === 'day-later' ? unsold(scenario) : run(scenario))) },
    least: ['BLOCK'],
    threat: 'honeypot',
  },
  'a sale that keeps all but a hundredth': {
    facts: { trade: trade({}, (scenario) => run(scenario, { sellTax: 99 })) },
    least: ['BLOCK'],
    threat: 'honeypot',
  },
  'a whitelist: newcomers pass, holders do not': {
    facts: { trade: trade({ holders: { sampled: 8, failed: 7, highestTax: 0, siphoned: 0 } }) },
    least: ['BLOCK'],
    threat: 'honeypot',
  },
  'one key that can stop all sales': {
    facts: { ...owned(), switches: [flip('setOpen(bool)')] },
    least: ['BLOCK'],
    threat: 'rug_pull_risk',
  },
  'one key that can take everything as a fee': {
    facts: {
      ...owned(),
      switches: [flip('setFee(uint256)', { effect: 'raises-tax', after: { sellTax: 99 } })],
    },
    least: ['BLOCK'],
    threat: 'high_tax',
  },
  'one key that can freeze a holder': {
    facts: { ...owned(), switches: [freeze] },
    least: ['AVOID'],
    threat: 'blacklist_function',
  },
  'a mint that does not say so': {
    facts: able('mint', 'collect(uint256)'),
    least: ['AVOID'],
    threat: 'hidden_mint',
  },
  'a renounced token whose former owner still mints': {
    facts: { capabilities: [capability('mint', 'mint(address,uint256)', { call: { callerRole: 'former-owner' } })] },
    least: ['AVOID', 'BLOCK'],
    threat: 'rug_pull_risk',
  },
  'ownership that can be taken back': {
    facts: able('take-back', 'unlock()'),
    least: ['AVOID'],
    threat: 'rug_pull_risk',
  },
  'a proxy that one key can change': { facts: { proxy: proxy() }, least: ['AVOID'], threat: 'proxy_contract' },
  'a vault that its owner can empty': {
    facts: { ...NO_TOKEN, ...able('withdraw-others-funds', 'emergency(address)') },
    least: ['AVOID'],
    threat: 'rug_pull_risk',
  },
  'a collection whose owner burns what others hold': {
    facts: { ...NO_TOKEN, ...able('burn-from-others', 'burn(uint256)'), bytecode: bytecode({ standard: 'erc721' }) },
    least: ['AVOID'],
    threat: 'rug_pull_risk',
  },
  'a drainer’s contract': {
    facts: {
      ...NO_TOKEN,
      ...able('pull-approved-tokens', 'multicall(bytes[])'),
      provenance: unverified,
      bytecode: bytecode({ standard: null, functions: [contractFunction('claim()', { mutability: 'payable' })] }),
    },
    least: ['BLOCK'],
    threat: 'rug_pull_risk',
  },
  'a listed scammer’s token': {
    facts: { subject: contract(TOKEN, { labels: [label('scammer')] }) },
    least: ['BLOCK'],
    threat: 'rug_pull_risk',
  },
  'the next token of a listed scammer': {
    facts: { creator: account(CREATOR, { labels: [label('scammer')] }) },
    least: ['AVOID'],
    threat: 'rug_pull_risk',
  },
  'another account’s USDC': {
    facts: { imitates: { symbol: 'USDC', name: 'USD Coin', address: USDC, by: 'name', exact: true } },
    least: ['AVOID'],
    threat: 'rug_pull_risk',
  },
  'a proxy in front of listed code': {
    facts: { implementations: [contract(IMPLEMENTATION, { labels: [label('scammer')] })] },
    least: ['BLOCK'],
  },
}

for (const [name, { facts, least, threat }] of Object.entries(TRAPS)) {
  test(`${name}: ${least.join(' or ')}`, async () => {
    const verdict = await judgeContract(facts)
    const seen = JSON.stringify([verdict.riskScore, verdict.findings.map(({ id, severity }) => `${id} ${severity}`)])
    assert.ok(least.includes(verdict.recommendation), `${verdict.recommendation} ${seen}`)
    if (threat) assert.ok((verdict.threats as string[]).includes(threat), `${verdict.threats} ${seen}`)
    assert.equal(verdict.honeypot, threat === 'honeypot', seen)
  })
}
