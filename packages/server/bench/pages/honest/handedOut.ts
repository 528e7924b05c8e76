import { english } from 'viem/accounts'
import { page } from '../../../src/sandbox/sites/page.ts'
import type { PageClass } from '../pageDesign.ts'
import { used } from '../usedPages.ts'

const json = (value: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const CARD =
  '<form><input name="n" inputmode="numeric" autocomplete="cc-number"><input name="e" autocomplete="cc-exp"><input name="c" autocomplete="cc-csc"><button>Pay 18.00</button></form>'

/** The same shapes in honest hands: a payment firm's frame, the card of a library, a guide, and a wallet that is made on the page. */
export const HONEST_HANDED_OUT: readonly PageClass[] = [
  used('till', false, () => ({
    title: 'Potters row',
    content: '<h1>Potters row</h1><p>Two cups, 18.00. Paid with our payment firm.</p><div id="o"></div>',
    hosts: {
      till: page(
        'Card',
        `${CARD}<script>document.querySelector('form').onsubmit = (event) => { event.preventDefault(); fetch('/tokens', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(event.target))) }) }</script>`,
      ),
    },
    buttons: [
      {
        label: 'Pay by card',
        connects: false,
        code: `at('#o').innerHTML = '<iframe src="https://{{till}}/card" style="width:420px;height:240px"></iframe>'`,
      },
    ],
  })),
  used('library', false, () => ({
    title: 'Town library',
    content: '<h1>Town library</h1><label>Card number of the library <input id="a" name="cardNumber"></label>',
    files: { '/api/loans': json({ loans: [] }) },
    buttons: [
      {
        label: 'My loans',
        connects: false,
        code: `await fetch('/api/loans', { method: 'POST', body: at('#a').value }); say('No loans')`,
      },
    ],
  })),
  used('cli-guide', false, () => ({
    title: 'Guide of the tool',
    content: '<h1>Guide of the tool</h1><div id="o"></div>',
    files: {
      '/api/guide': json({
        html: '<p>Run <code>tool login</code>. It prints a code, such as WDJB-MJHT. Enter it at <a href="https://github.com/login/device">github.com/login/device</a>.</p>',
      }),
    },
    start: `at('#o').innerHTML = (await (await fetch('/api/guide')).json()).html`,
    buttons: [
      {
        label: 'Copy the command',
        connects: false,
        code: `await navigator.clipboard.writeText('tool login'); say('Copied')`,
      },
    ],
  })),
  used('new-words', false, () => ({
    title: 'Words for a wallet',
    content: '<h1>Words for a wallet</h1><p>They are made on this page. Nothing is sent.</p><div id="o"></div>',
    files: { '/words.json': json(english) },
    buttons: [
      {
        label: 'Make words',
        connects: false,
        code: `const list = await (await fetch('/words.json')).json(); const bytes = crypto.getRandomValues(new Uint8Array(16)); const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)); const bits = [...bytes, hash[0]].map((one) => one.toString(2).padStart(8, '0')).join('').slice(0, 132); at('#o').textContent = bits.match(/.{11}/g).map((one) => list[parseInt(one, 2)]).join(' ')`,
      },
    ],
  })),
]
