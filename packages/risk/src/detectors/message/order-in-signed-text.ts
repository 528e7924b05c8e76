import { defineDetector } from '../../engine/detector.ts'
import { orderInText, type TextOrder } from '../../message/textOrders.ts'

export default defineDetector({
  id: 'order-in-signed-text',
  title: 'Payment order in a signed text',
  why: 'No chain executes a text. But exchanges, custodians, games and bots take signed texts as orders, and the site that has the signature can show it to them. A login or a vote names no amount for another account.',
  advice: 'Sign it only where you want exactly this, on a site that you opened yourself.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents'],
  detect: ({ message: { account, form }, intents }) => {
    if (form.type !== 'text') return 'not-applicable'
    const signIn = intents.find(({ kind }) => kind === 'sign-in')
    // Of a sign-in only the statement is free text.
    const text = signIn?.kind === 'sign-in' ? (signIn.statement ?? '') : form.text
    const found = orderInText(text, account)
    if (found === null) return []
    const { order, amount, asset, recipient } = found
    return [
      {
        description: `The text ${SAYS[order](found)}. No chain executes it, but a service that accepts signed texts may act on it.`,
        evidence: { order, amount, asset, recipient },
      },
    ]
  },
})

/** What the text is about; the words of a stranger stand in quotes. */
const SAYS: Record<TextOrder['order'], (order: TextOrder) => string> = {
  payment: ({ amount, asset, recipient }) => `orders a payment of ${what(amount, asset)} to ${quoted(recipient)}`,
  trade: ({ amount, asset }) => `orders a trade: ${what(amount, asset)}`,
  move: ({ amount, asset }) => `orders a transfer or trade of ${what(amount, asset)}`,
  right: ({ recipient }) => `lets ${quoted(recipient)} act for your account`,
}

function what(amount: string | null, asset: string | null): string {
  const words = [amount, asset].filter((one) => one !== null).join(' ')
  return words === '' ? 'your assets' : quoted(words)
}

function quoted(text: string | null): string {
  return text === null ? 'another account' : /^0x[0-9a-f]{40}$/i.test(text) ? text : `“${text}”`
}
