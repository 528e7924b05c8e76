import { approve, swapNativeForTokens } from '../../history/calls.ts'
import { nativeWorth, units } from '../../profiles.ts'
import { byPath, page, redirect, script } from '../page.ts'
import type { Site, SiteOf } from '../site.ts'
import { onPress, PAGE_WALLET_ACCOUNT, sendCode } from '../walletCode.ts'

/** deposit() of the wrapped coin: a payment that gives back what it is worth. */
const DEPOSIT = '0xd0e30db0'

/** A drop that takes a deposit for the auction, and knows marketplace approvals in its help. */
export const collectionMint: SiteOf = ({ chain, tokens }) => ({
  name: 'collection-mint',
  kind: 'honest',
  twinOf: 'approval-mint',
  url: 'https://paper-cranes.test/',
  hosts: ['paper-cranes.test'],
  sees: 'one payment for what it says, and a page that explains approvals instead of asking for one',
  answer: byPath({
    '/': page(
      'Paper Cranes',
      `<h1>Paper Cranes</h1><p>A thousand folded birds. Bids are in wrapped coins: wrap what you want to bid.</p>
<p>Selling later? A marketplace asks for <code>setApprovalForAll</code>; we do not.</p><button id="wrap">Wrap for 50 dollars</button>
<script>${onPress('wrap', sendCode({ to: tokens.wrapped, data: DEPOSIT, value: nativeWorth(chain, 50) }))}</script>`,
    ),
  }),
})

/** A front end of an exchange: connects, approves what is sold, knows permits, swaps. New and unknown, and honest. */
export const exchangeFrontEnd: SiteOf = ({ chain, tokens, dex, decimals }): Site => {
  const swap = swapNativeForTokens([tokens.wrapped, tokens.usdc], PAGE_WALLET_ACCOUNT, units(95, decimals.usdc))
  const approval = approve(dex.v2Router, units(100, decimals.usdc))
  const code = `const ABI = [
  'function approve(address spender, uint256 amount) returns (bool)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
]
const byBalance = (list) => list.sort((a, b) => b.balance - a.balance)
${onPress('swap', sendCode({ to: dex.v2Router, data: swap, value: nativeWorth(chain, 100) }))}
${onPress('approve', sendCode({ to: tokens.usdc, data: approval }))}`
  return {
    name: 'exchange-front-end',
    kind: 'honest',
    twinOf: 'permit-signer',
    url: 'https://tern-swap.test/',
    hosts: ['tern-swap.test'],
    sees: 'approve, permit and swap for known contracts and fixed amounts',
    answer: byPath({
      '/': page(
        'Tern Swap',
        `<h1>Swap</h1><p>Trade tokens from your own wallet. Fees 0.3 %.</p>
<label>You pay <input inputmode="decimal" value="100"></label>
<button id="swap">Swap</button> <button id="approve">Approve USDC</button><script src="/app.js"></script>`,
      ),
      '/app.js': script(code),
    }),
  }
}

const CLAIM = '0x4e71d92d'

/** An airdrop that says what the wallet gets, and gives it. */
export const airdropChecker: SiteOf = ({ honest }) => ({
  name: 'airdrop-checker',
  kind: 'honest',
  twinOf: 'airdrop-drainer',
  url: 'https://lantern-checker.test/',
  hosts: ['lantern-checker.test'],
  sees: 'a claim with the words of a lure, whose code is open and takes nothing',
  answer: byPath({
    '/': page(
      'Lantern: check eligibility',
      `<h1>Check your eligibility</h1><p>250 tokens for each early user. The contract is verified; you pay gas and nothing else.</p>
<button id="claim">Claim tokens</button>
<script>${onPress('claim', sendCode({ to: honest.airdrop, data: CLAIM }))}</script>`,
    ),
  }),
})

/** A shop's till: the card form is the payment service's, in a frame, and another frame is there for fraud checks. */
export const paymentFrames: SiteOf = () => ({
  name: 'payment-frames',
  kind: 'honest',
  twinOf: 'hidden-frame-clone',
  url: 'https://walnut-till.test/',
  hosts: ['walnut-till.test', 'frames.harbour-exchange.test'],
  sees: 'frames of a payment service, one of them out of sight, on a shop’s own page',
  answer: (request) =>
    request.host === 'walnut-till.test'
      ? byPath({
          '/': page(
            'Walnut & Daughters – checkout',
            `<h1>Checkout</h1><p>One desk lamp, walnut, 129.00. Delivery in three days from our workshop in the valley.</p>
<p>You can return everything for a month. Our terms and our address are below.</p>
<form action="/order" method="post"><label>E-mail <input type="email" name="email"></label><button>Order</button></form>
<iframe src="https://frames.harbour-exchange.test/card" title="Card"></iframe>
<iframe src="https://frames.harbour-exchange.test/check" width="1" height="1" title="Fraud check"></iframe>
<a href="/terms">Terms</a> <a href="/contact">Contact</a>`,
          ),
        })(request)
      : page('Card', '<label>Card number <input autocomplete="cc-number"></label>'),
})

/** A shop that leads from http to https, and to its language. */
export const upgradingShop: SiteOf = () => ({
  name: 'upgrading-shop',
  kind: 'honest',
  twinOf: 'redirect-chain',
  url: 'http://fern-and-clay.test/',
  hosts: ['fern-and-clay.test', 'www.fern-and-clay.test'],
  sees: 'redirects that stay on the site and end on https',
  answer: ({ host, path, secure }) => {
    if (!secure || host !== 'www.fern-and-clay.test') return redirect(`https://www.fern-and-clay.test${path}`, 301)
    if (path === '/') return redirect('/en/', 302)
    return page(
      'Fern & Clay – pots and plants',
      `<h1>Pots and plants</h1><p>Hand-thrown pots from two brothers, and the ferns that like them. We send on Tuesdays, packed in straw.</p>
<p>Free delivery on orders over 50. Claims about frost are tested on our own terrace.</p>
<form action="/en/search"><input type="search" name="q" placeholder="Search"></form>
<form action="/en/newsletter" method="post"><label>E-mail <input type="email" name="email"></label><button>Subscribe</button></form>
<a href="/en/pots">Pots</a> <a href="/en/ferns">Ferns</a> <a href="/en/contact">Contact</a>`,
    )
  },
})

// Written by hand in the manner of a bundler: short names, one line, module table, transpiled async code.
const BUNDLE = `!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={exports:{}};return e[r].call(o.exports,o,o.exports,n),o.exports}n(0)}([function(e,t,n){var r=n(1),o=n(2);e.exports=function(){return r.a(function(e){while(1)switch(e.prev=e.next){case 0:return e.next=2,o.get("/api/items");case 2:return e.abrupt("return",e.sent);case 3:case"end":return e.stop()}})}},function(e,t){t.a=function(e){return new Promise(function(t){t(e)})}},function(e,t){t.get=function(e){return{u:e,h:{"x-t":"\\xb7\\xe9"}}}},function(e,t){t.s=function(e){return e.sort(function(e,t){return t.price-e.price}).map(function(e){return"<li>"+e.name+"</li>"}).join("")}}]);var claims=JSON.parse(atob("eyJzdWIiOiJhbm9ueW1vdXMifQ=="));`

/** An empty page whose code fills it. */
export const minifiedApp: SiteOf = () => ({
  name: 'minified-app',
  kind: 'honest',
  twinOf: 'cloaked-page',
  url: 'https://quiet-ledgers.test/',
  hosts: ['quiet-ledgers.test'],
  sees: 'minified code, which is not hidden code',
  answer: byPath({
    '/': page(
      'Quiet Ledgers',
      '<div id="root"></div><noscript>This page needs scripts.</noscript><script src="/main.3f9c.js"></script>',
    ),
    '/main.3f9c.js': script(BUNDLE),
  }),
})
