import type { CorpusCase } from '../corpusCase.ts'
import { pairOf } from '../pairOf.ts'

const STUCK = { buy: 0, transfer: 0, sell: null }

/** Tokens that cannot be sold, from the first sale on. */
export const SALES: readonly CorpusCase[] = [
  ...pairOf(
    'closed-door',
    { family: 'plain', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'Orchard', taxes: STUCK, note: 'Transfers to the pool fail for every account but the owner.' },
      twin: { contract: 'Grove', note: 'Looks at the pool to count sales.' },
    },
  ),
  ...pairOf(
    'whitelist-sale',
    { family: 'whitelist', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'Cobalt', taxes: STUCK, note: 'Only who is "excluded from fees" can sell.' },
      twin: { contract: 'Nickel', taxes: { buy: 0, transfer: 0, sell: 2 }, note: 'The list exempts from a 2 % fee.' },
    },
  ),
  ...pairOf(
    'dust-limit',
    { family: 'limit', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'Whalewatch', taxes: STUCK, note: 'A sale may move a millionth of a coin at most.' },
      twin: { contract: 'Harbour', note: 'A sale may move half a percent of the supply at most.' },
    },
  ),
  ...pairOf(
    'bot-list',
    { family: 'blacklist', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'AntiSniperShield', taxes: STUCK, note: 'Every buyer is put on the list of bots.' },
      twin: { contract: 'SniperNet', note: 'Buyers of the launch block wait ten minutes.' },
    },
  ),
  ...pairOf(
    'balance-view',
    { family: 'balance-view', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'Mirage', taxes: STUCK, note: 'Tells the pool that it received nothing.' },
      twin: { contract: 'Clarity', note: "Keeps the pool's balance elsewhere, and reports the same to every caller." },
    },
  ),
  ...pairOf(
    'origin-gate',
    { family: 'origin', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: { contract: 'Portcullis', taxes: STUCK, note: "Sales only in the keeper's own transactions (tx.origin)." },
      twin: { contract: 'Turnstile', note: 'One purchase a block for each tx.origin.' },
    },
  ),
  ...pairOf(
    'approval-zero',
    { family: 'approval', springs: 'at-once', harm: 'sale', honeypot: true },
    {
      trap: {
        contract: 'Vellum',
        args: ['$router'],
        taxes: STUCK,
        note: 'An approval of the router is confirmed and stored as 0.',
      },
      twin: {
        contract: 'Parchment',
        args: ['$router'],
        note: 'An allowance must be 0 before it changes, as with USDT.',
      },
    },
  ),
  ...pairOf(
    'silent-transfer',
    { family: 'silent-transfer', springs: 'at-once', harm: 'sale', honeypot: true, knowsPool: true },
    {
      trap: {
        contract: 'Pantomime',
        taxes: { buy: 0, transfer: 100, sell: null },
        note: 'Transfers succeed, emit the event and move nothing.',
      },
      twin: { contract: 'Charade', note: 'A transfer that cannot be made answers false, as in 2017.' },
    },
  ),
  ...pairOf(
    'siphon',
    { family: 'siphon', springs: 'at-once', harm: 'sale', knowsPool: true },
    {
      trap: { contract: 'Sluice', note: 'Who moves a part loses the rest to the owner, without an event.' },
      twin: { contract: 'Spillway', note: 'Sweeps remainders of less than a billionth of a coin.' },
    },
  ),
  ...pairOf(
    'marked-holders',
    { family: 'blacklist', springs: 'for-some-holders', harm: 'sale', knowsPool: true },
    {
      trap: {
        contract: 'Vineyard',
        afterBuys: [{ by: 'team', call: 'rate(address[],uint256)', args: [['$holder1', '$holder2'], 4000n] }],
        note: 'The first buyers were marked and cannot sell; a newcomer can.',
      },
      twin: {
        contract: 'Winery',
        afterBuys: [{ by: 'team', call: 'rate(uint256)', args: [2_000_000_000n] }],
        note: 'The team has locked its own share; nobody can lock another.',
      },
    },
  ),
]
