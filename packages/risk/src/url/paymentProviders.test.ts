import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPaymentProvider } from './paymentProviders.ts'

test('hosts of payment firms, and nothing that only ends like one', () => {
  for (const host of ['api.stripe.com', 'checkout-live.adyen.com', 'api.stripe.com:443', 'mollie.com'])
    assert.equal(isPaymentProvider(host), true, host)
  for (const host of ['mystripe.com', 'stripe.com.pay.example', 'shop.example'])
    assert.equal(isPaymentProvider(host), false, host)
})
