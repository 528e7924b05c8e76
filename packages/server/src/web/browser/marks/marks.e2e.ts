import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from '../testing/browsePages.ts'
import { findChromium } from '../testing/chromium.ts'
import { BRAND_MARKS } from './brandMarks.generated.ts'
import { CELLS } from './describeMark.ts'

const { skip } = findChromium()

/** The mark of a brand, drawn by its cells. */
function markOf(brand: string): string {
  const line = BRAND_MARKS.split('\n').find((one) => one.startsWith(`${brand}|`)) ?? ''
  const [, , , shape = '', light = ''] = line.split('|')
  const isSet = (hex: string, cell: number) =>
    ((Number.parseInt(hex[cell >> 2] ?? '0', 16) >> (3 - (cell & 3))) & 1) === 1
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) =>
    isSet(shape, cell)
      ? `<path fill="${light !== '' && isSet(light, cell) ? '#f6851b' : '#8f4a12'}" d="M${cell % CELLS} ${Math.floor(cell / CELLS)}h1.05v1.05h-1.05z"/>`
      : '',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 16 16">${cells.join('')}</svg>`
}

const address = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const FIELD = '<p><input type="password"></p><button>OK</button>'

describe('marks of brands in a page', { skip, timeout: 300_000 }, () => {
  const fox = markOf('MetaMask')
  const seenIn = async (html: string) => {
    const { browsing } = await browsePages({ '/': `<!doctype html><title>x</title>${html}` })
    return browsing.marks.map(({ brand, at, principal }) => `${brand} ${at}${principal ? '' : ', not alone'}`)
  }
  const ways: [what: string, html: string][] = [
    ['a drawing', `<header>${fox}</header>${FIELD}`],
    ['a picture', `<img src="${address(fox)}" width="56" height="56">${FIELD}`],
    [
      'the ground of a pseudo-element in a closed shadow root',
      `<sign-in></sign-in><script>customElements.define('sign-in', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`<style>.m::before{content:"";display:block;width:56px;height:56px;background:url(${address(fox)})}</style><div class="m"></div>${FIELD}`)} } })</script>`,
    ],
    [
      'a canvas in a dialog',
      `<dialog id="d"><canvas id="c" width="56" height="56"></canvas>${FIELD}</dialog><script>const i = new Image(); i.onload = () => { document.getElementById('c').getContext('2d').drawImage(i, 0, 0, 56, 56); document.getElementById('d').showModal() }; i.src = '${address(fox)}'</script>`,
    ],
  ]
  for (const [what, html] of ways)
    it(`are seen as ${what}`, async () => assert.deepEqual(await seenIn(html), ['MetaMask header']))

  it('are seen as the icon', async () => {
    assert.deepEqual(await seenIn(`<link rel="icon" href="${address(fox)}">${FIELD}`), ['MetaMask icon'])
  })

  it('say nothing of the page in a list of wallets, on a button, and below a mark of its own', async () => {
    const own =
      '<svg width="48" height="48" viewBox="0 0 24 24"><path d="M3 20V8l5 5 4-9 4 9 5-5v12z" fill="#b4341f"/></svg>'
    const others = ['Binance', 'KuCoin', 'OpenSea'].map((brand) => `<p>${markOf(brand)}</p>`).join('')
    assert.ok((await seenIn(`<p>${fox}</p>${others}${FIELD}`)).every((one) => one.endsWith('listed, not alone')))
    assert.deepEqual(await seenIn(`<button>${fox} Connect</button>${FIELD}`), ['MetaMask listed, not alone'])
    assert.deepEqual(await seenIn(`<header>${own}</header><div>${fox}${FIELD}</div>`), ['MetaMask form, not alone'])
  })
})
