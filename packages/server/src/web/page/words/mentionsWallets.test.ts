import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from '../code/obfuscation.ts'
import { mentionsWallets } from '../createPageReader.ts'
import { scanHtml } from '../html/scanHtml.ts'

describe('what a page is about', () => {
  const cases: [html: string, ofWallets: boolean][] = [
    ['<title>Wallet support</title>', true],
    ['<p>支持所有钱包</p>', true],
    ['<input placeholder="Bitcoin address">', true],
    ['<img class=logo alt=MetaMask>', true],
    ['<h1>OpenSSL cookbook</h1><p>Cryptography, keys and tokens</p>', false],
    ['<h1>Ethernet adapters</h1>', false],
    ['<h1>General ledger</h1>', false],
  ]
  for (const [html, ofWallets] of cases) {
    it(`${html}: ${ofWallets ? 'wallets' : 'something else'}`, async () => {
      assert.equal(mentionsWallets(await scanHtml(html, AbortSignal.timeout(60_000)), []), ofWallets)
    })
  }

  it('its code tells too', async () => {
    const outline = await scanHtml('<div id=app></div>', AbortSignal.timeout(60_000))
    assert.equal(mentionsWallets(outline, [unfold('inline', 'request("eth_accounts")')]), true)
    assert.equal(mentionsWallets(outline, [unfold('inline', 'request("/keys")')]), false)
  })
})
