import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'

/** A shop's till: the card form is the payment service's, in a frame, and another frame is there for fraud checks. */
export const paymentFrames: SiteOf = () => ({
  name: 'payment-frames',
  kind: 'honest',
  twinOf: 'hidden-frame-clone',
  url: 'https://walnut-till.test/',
  hosts: ['walnut-till.test', 'frames.harbour-exchange.test'],
  sees: 'frames of a payment service, one of them out of sight, on a shop’s own page',
  answer: ({ host, path }) =>
    host === 'walnut-till.test'
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
        })({ host, path, secure: true, userAgent: '', cookie: '' })
      : page('Card', '<label>Card number <input autocomplete="cc-number"></label>'),
})
