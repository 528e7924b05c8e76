import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '../address.ts'
import { orderInText, type TextOrder } from './textOrders.ts'

const SIGNER: Address = `0x${'a11ce5'.padEnd(40, '0')}`
const OTHER = '0x59D762C10a75372Aa1B20Bcd7e22Fa92AE7be19c'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const ORDERS: [TextOrder['order'], string][] = [
  ['payment', `Transfer 100 USDC to ${OTHER}`],
  ['payment', `I hereby send 1,500.50 USDT to ${OTHER.toLowerCase()}. Nonce: 4`],
  ['payment', `Withdraw 2 ETH\nTo: ${OTHER}`],
  ['payment', `Please pay.\nThe sum is 300 DAI.\nIt goes to ${OTHER}.`],
  ['payment', `250 USDC → ${OTHER}`],
  ['payment', `Pay $500 to ${OTHER}`],
  ['payment', `Send 7 WOOF to ${OTHER}`],
  ['payment', `Pay 3 ETH to treasury-of-somebody.eth`],
  ['payment', `Send everything to ${OTHER}`],
  ['payment', `Transfer all my NFTs to ${OTHER}`],
  ['payment', `Transfer Quiet Ape #1234 to ${OTHER}`],
  ['payment', `Withdraw 0.5 BTC to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`],
  ['payment', `Envío 200 USDC a ${OTHER}`],
  ['payment', `J’envoie 200 USDC à ${OTHER}`],
  ['payment', `Ich überweise 200 USDC an ${OTHER}`],
  ['payment', `Pagar 200 USDT para ${OTHER}`],
  ['payment', `Отправить 200 USDT на ${OTHER}`],
  ['payment', `向 ${OTHER} 转账 200 USDT`],
  ['payment', `${OTHER}に200 USDCを送金します`],
  ['payment', `${OTHER}로 200 USDC를 송금`],
  ['payment', `٢٠٠ USDT إلى ${OTHER}`],
  ['payment', `${OTHER} को २०० USDC भेजें`],
  // No word of a known language: amount, asset and account.
  ['payment', `Ngithumela 200 USDC ku-${OTHER}`],
  ['payment', `{"action":"withdraw","amount":"1000","asset":"USDC","destination":"${OTHER}"}`],
  ['payment', `Action: payout\nAmount: 1000\nToken: USDC\nRecipient: ${OTHER}`],
  ['trade', 'I sell 3 ETH for 9000 USDC'],
  ['trade', 'Verkaufe 3 ETH für 9000 USDC'],
  ['trade', 'I accept the sale of Quiet Ape #1234 for 0.1 ETH'],
  ['trade', '卖出 3 ETH 换 9000 USDT'],
  ['trade', '{"side":"sell","symbol":"ETH","quantity":"3","price":"100"}'],
  ['move', 'I authorise the withdrawal: withdraw 500 USDC from my vault'],
  ['move', 'Sell all my ETH at market'],
  ['move', 'Bán 500 USDT'],
  ['right', `I authorize ${OTHER} to manage my assets`],
  ['right', `Approve ${OTHER} as operator of my account`],
  ['right', `Add ${OTHER} as owner of my vault`],
  ['right', `Autorizo a ${OTHER} a gestionar mi cuenta`],
  ['right', `Я разрешаю ${OTHER} управлять моим счётом`],
  ['right', `授权 ${OTHER} 管理我的资产`],
  ['right', `{"action":"addOwner","owner":"${OTHER}"}`],
]

/** What people sign every day, in the shapes of well-known services. */
const HONEST: string[] = [
  'Hello',
  'I agree to the terms',
  'I have read and agree to the Terms of Service and the Privacy Policy of Example, version 2 of 2024-01-01.',
  'Welcome to Example Market!\n\nClick to sign in and accept the Terms of Service. This request will not trigger a blockchain transaction or cost any gas fees.\n\nYour authentication status will reset after 24 hours.\n\nWallet address:\n' +
    `${SIGNER}\n\nNonce:\n3f1c7a2e-0b4f-4e7d-9b4e-2a54c09f6f1c`,
  `Example Land (example.land) connects to your wallet to verify what you own. Account: ${SIGNER}. Discord user: someone#1234. Nonce: 8812 at 10:00 AM`,
  `Verify that you hold at least 100 COLLAB (${TOKEN}) in this server.`,
  `Verify 1 NFT of the collection ${TOKEN} for guild 7731 (request 12 of 14).`,
  `Prove that you hold 100 USDC. Token contract: ${TOKEN}`,
  '{"version":"0.1.3","timestamp":"1700000000","space":"example.eth","type":"vote","payload":{"proposal":"QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG","choice":1,"metadata":{}}}',
  'Vote yes on proposal 42 of the grants committee',
  `I want to log in on 2026-11-28T09:00:00Z from ${SIGNER}. Session: 550e8400-e29b-41d4-a716-446655440000`,
  'Sign in to Example\n\nChallenge: 1f3870be274f6c49b3e31a0c6728957f7d29b0c4d1e2a7c3',
  'Our liability shall not exceed $100. You pay all taxes yourself, and all transfers are final.',
  'This costs 0 ETH.',
  `My address is ${OTHER}`,
  `I link my Telegram account @someone to the wallet ${SIGNER}`,
  'Accedo a Ejemplo. Número: 12345',
  'ログインするために署名してください。 Nonce: 99',
  'Согласен с условиями использования. Код 4471',
  '我同意服务条款。编号 20241128',
  'Buy and sell NFTs on Example! Sign in to continue (step 1 of 2).',
  'Claim your profile name someone.eth on Example',
  'Chain ID: 1\nVersion: 1\nURI: https://example.org\nIssued At: 2026-11-28T09:00:00.000Z',
]

describe('an order in a text', () => {
  for (const [order, text] of ORDERS)
    test(`${order}: ${text.slice(0, 70).replaceAll('\n', ' ⏎ ')}`, () => {
      assert.equal(orderInText(text, SIGNER)?.order, order, JSON.stringify(orderInText(text, SIGNER)))
    })

  for (const text of HONEST)
    test(`is not in: ${text.slice(0, 70).replaceAll('\n', ' ⏎ ')}`, () => {
      assert.equal(orderInText(text, SIGNER), null)
    })

  test('names its parts as the text writes them', () => {
    assert.deepEqual(orderInText(`Transfer 1,000 USDC to ${OTHER}`, SIGNER), {
      order: 'payment',
      amount: '1,000',
      asset: 'USDC',
      recipient: OTHER,
    })
  })

  test('is searched for in long texts of digits, names and addresses without an end in backtracking', {
    timeout: 60_000,
  }, () => {
    for (const part of ['1', '1,', '1 000 ', 'a ', 'ab #', `${OTHER} `, '{"a":', 'USDC ', 'amount: 1\n', '٢'])
      orderInText(part.repeat(8_000), SIGNER)
  })
})
