import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type SpamQuestion, spamReason } from './weighHoldings.ts'

/** An unlisted token with a deep pool that the wallet bought. */
const BOUGHT: SpamQuestion = {
  symbol: 'MEAD',
  name: 'Meadow',
  listed: false,
  imitates: null,
  asked: true,
  recipients: 1,
  price: { usd: 0.05, depthUsd: 250_000 },
  sellable: true,
}
const UNASKED: SpamQuestion = { ...BOUGHT, asked: false, sellable: null }
const UNPRICED = { usd: null, depthUsd: null }

describe('spam is', () => {
  const cases: Record<string, [SpamQuestion, RegExp]> = {
    'a counterfeit, even one that the wallet moved': [{ ...BOUGHT, imitates: 'USDC' }, /looks like USDC/],
    'a name that sends people to a site to claim, even when fetched': [
      { ...BOUGHT, name: 'Visit aave-gift.com to claim rewards' },
      /sends people to a phishing site/,
    ],
    'the same over symbol and name': [{ ...UNASKED, symbol: 'CLAIM', name: 'www.zep.example' }, /sends people/],
    'what cannot be sold again': [{ ...BOUGHT, sellable: false }, /could not sell/],
    'a site that came unasked': [{ ...UNASKED, symbol: 'zepe.io' }, /with a site address as its name/],
    'a lure that came unasked': [{ ...UNASKED, name: 'Airdrop voucher' }, /a lure/],
    'a mass airdrop without a market': [{ ...UNASKED, price: UNPRICED, recipients: 250 }, /to 250 accounts/],
    'a mass airdrop with a thin pool': [{ ...UNASKED, price: { usd: 9, depthUsd: 12_000 }, recipients: 10 }, /10 acc/],
    'what came unasked and only a thin pool prices': [
      { ...UNASKED, price: { usd: 1e6, depthUsd: 12_345.6 } },
      /only a pool with 12346 USD/,
    ],
    'what came unasked and has no market': [{ ...UNASKED, price: UNPRICED }, /without a market price/],
    'a collection with a lure for a name': [{ ...UNASKED, name: 'Claim at t.me/x', price: null }, /sends people/],
    'a collection that was rained on hundreds': [{ ...UNASKED, recipients: 300, price: null }, /300 accounts/],
  }
  for (const [name, [question, reason]] of Object.entries(cases))
    test(name, () => assert.match(spamReason(question) ?? 'none', reason))
})

describe('no spam is', () => {
  const cases: Record<string, SpamQuestion> = {
    'a bought token': BOUGHT,
    'a bought token without a price': { ...BOUGHT, price: UNPRICED },
    'a bought token with a thin pool': { ...BOUGHT, price: { usd: 1, depthUsd: 11_000 } },
    'a pool share whose name is a site, fetched by depositing': { ...BOUGHT, name: 'Curve.fi Factory USD Pool' },
    'a receipt called rewards, fetched by staking': { ...BOUGHT, name: 'Staked Reward Share', price: UNPRICED },
    'an airdrop with a deep market': { ...UNASKED, recipients: 500 },
    'a friend’s payment in a token with a deep market': UNASKED,
    'a listed token that came unasked, whatever it is called': {
      ...UNASKED,
      listed: true,
      name: 'yearn.finance',
      recipients: 900,
      price: UNPRICED,
    },
    'a bridged variant with a dot': { ...UNASKED, symbol: 'USDC.e', name: 'USD Coin v1.2' },
    'a token of unknown origin, as in a Safe': { ...UNASKED, asked: null, price: UNPRICED, recipients: 40 },
    'one picture from a friend': { ...UNASKED, name: 'Quiet Harbours', price: null },
    'a token whose price was not looked for': { ...UNASKED, price: null },
    'texts that are missing': { ...BOUGHT, symbol: null, name: null },
  }
  for (const [name, question] of Object.entries(cases)) test(name, () => assert.equal(spamReason(question), null))
})
