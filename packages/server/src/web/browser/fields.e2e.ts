import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const form = (fields: string, script: string) =>
  `<!doctype html><title>Form</title><form id="f">${fields}<button>Continue</button></form><script>
f.onsubmit = (event) => { event.preventDefault(); const given = new FormData(f); ${script} }</script>`
const SENDS_PHRASES = (name: string) =>
  `if (/^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/.test(given.get('${name}'))) fetch('/kept', { method: 'POST', body: given.get('${name}') })`
const SENDS_ALL = (name: string) => `fetch('/kept', { method: 'POST', body: given.get('${name}') })`

describe('what a visitor fills in', { skip: findChromium().skip, timeout: 300_000 }, () => {
  const kindsOn = async (html: string) => {
    const { browsing } = await browsePages({ '/': html }, { limits: { useMs: 20_000, wordsMs: 1, visitMs: 40_000 } })
    return [...new Set(browsing.typed.map(({ kind }) => kind))].toSorted()
  }
  const CHOICES = `<select name="wallet" required><option value="">Which wallet?</option><option>One</option></select>
<label><input type="radio" name="kind" value="a" required>A</label><label><input type="radio" name="kind" value="b">B</label>
<label><input type="checkbox" required>I understand</label><input type="tel" name="tel" required><input type="url" name="url" required>
<input type="number" name="n" min="18" max="99" required><input type="date" name="d" required>`

  it('is all that a form holds back for', async () => {
    const fields = `${CHOICES}<textarea name="words" required></textarea>`
    assert.deepEqual(await kindsOn(form(fields, SENDS_PHRASES('words'))), ['phrase'])
    assert.deepEqual(await kindsOn(form(fields, SENDS_ALL('words'))), ['phrase', 'sentence'])
  })

  it('is a whole phrase in one line, and in what is called a search', async () => {
    for (const field of ['<input name="words">', '<input name="q" required>', '<input type="search" name="q">']) {
      const name = field.includes('"q"') ? 'q' : 'words'
      assert.deepEqual(await kindsOn(form(field, SENDS_PHRASES(name))), ['phrase'], field)
      assert.deepEqual(await kindsOn(form(field, SENDS_ALL(name))), ['phrase', 'sentence'], field)
    }
  })

  it('is no search where there is another field for text', async () => {
    const { browsing } = await browsePages({
      '/': `<!doctype html><input type="search" id="s"><textarea id="t"></textarea><button id="go">Go</button><script>
document.getElementById('go').onclick = () => alert([s.value === '', t.value === ''])</script>`,
    })
    assert.equal(browsing.dialogs[0], 'alert: true,false')
  })

  it('is no sum that may stay empty', async () => {
    const { browsing } = await browsePages({
      '/': `<!doctype html><input type="number" id="n"><select id="s"><option>One</option><option>Two</option></select><button id="go">Go</button><script>
document.getElementById('go').onclick = () => alert([n.value, s.value])</script>`,
    })
    assert.equal(browsing.dialogs[0], 'alert: ,One')
  })

  it('is what a dialog asks for after a press, and the question before it is agreed to', async () => {
    const asks = (sends: string) =>
      `<!doctype html><title>Restore</title><p>Restore your wallet</p><button id="go">Restore</button><script>
document.getElementById('go').onclick = () => { if (!confirm('Restore now?')) return; const text = prompt('Enter your recovery phrase') ?? ''; if (${sends}) fetch('/kept', { method: 'POST', body: text }) }</script>`
    const { browsing, documents } = await browsePages({ '/': asks('/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(text)') })
    assert.deepEqual(
      browsing.typed.map(({ kind }) => kind),
      ['phrase'],
    )
    assert.match(documents.at(-1)?.html ?? '', /Enter your recovery phrase <input/)
    assert.deepEqual(await kindsOn(asks('text !== ""').replace('Enter your recovery phrase', 'Your name?')), [
      'phrase',
      'sentence',
    ])
  })

  it('is a private key where one is wanted, and a longer phrase where it is', async () => {
    const sends = (label: string, like: string, type = 'text') =>
      form(
        `<p>${label} <input type="${type}" name="a"></p>`,
        `if (${like}.test(given.get('a'))) fetch('/kept', { method: 'POST', body: given.get('a') })`,
      )
    for (const type of ['text', 'password'])
      assert.deepEqual(await kindsOn(sends('Private key', '/^0x[0-9a-f]{64}$/', type)), ['key'], type)
    assert.deepEqual(await kindsOn(sends('Your 24 words', '/^(?:[a-z]{3,8} ){23}[a-z]{3,8}$/')), ['phrase'])
    assert.deepEqual(await kindsOn(sends('Public key', '/^0x[0-9a-f]{64}$/')), [])
  })

  it('is a phrase of twenty-four different words in as many fields', async () => {
    const cells = Array.from({ length: 24 }, (_, at) => `<input name="c${at}">`).join('')
    const script = `const all = [...given.values()]; if (new Set(all).size > 20 && all.every((one) => /^[a-z]{3,8}$/.test(one))) fetch('/kept', { method: 'POST', body: all.join(' ') })`
    assert.deepEqual(await kindsOn(form(cells, script)), ['phrase'])
  })

  it('is no phrase left in a line, where a later press sends any words', async () => {
    const idle = ['One', 'Two', 'Three']
      .map((name) => `<button type="button" onclick="n.textContent += 'x'">${name}</button>`)
      .join('')
    const html = `<!doctype html><p id="n"></p><input id="a">${idle}<button id="last">Something</button><script>
document.getElementById('last').onclick = () => fetch('/kept', { method: 'POST', body: a.value })</script>`
    assert.ok((await kindsOn(html)).includes('sentence'))
  })

  it('is the rest of a page with odd fields', async () => {
    const odd = `<ul><li contenteditable="true" style="min-height:20px"></li></ul><form><input name="matches"><input name="tagName"><input name="querySelectorAll"></form>`
    const html = `<!doctype html>${odd}<textarea id="a"></textarea><button id="go">Continue</button><script>
document.getElementById('go').onclick = () => { if (/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(a.value)) fetch('/kept', { method: 'POST', body: a.value }) }</script>`
    assert.deepEqual(await kindsOn(html), ['phrase'])
  })

  it('is a payment card where its number and its code are asked for together', async () => {
    const cardsOn = async (pages: Record<string, string>) => {
      const { browsing } = await browsePages(pages, { limits: { useMs: 20_000, wordsMs: 1, visitMs: 40_000 } })
      return browsing.typed.filter(({ kind }) => kind === 'card').map(({ host, from }) => [host, from])
    }
    const pays = `const digits = given.get('n').replace(/\\D/g, ''); if (digits.length === 16 && /^12\\/\\d\\d$/.test(given.get('e')) && /^\\d{3}$/.test(given.get('c'))) fetch('/paid', { method: 'POST', body: digits.replace(/(....)/g, '$1 ') })`
    const fields = [
      '<input name="n" autocomplete="cc-number"><input name="e" autocomplete="cc-exp"><input name="c" autocomplete="cc-csc">',
      '<label>Kartennummer <input name="n" type="tel" required></label><input name="e" placeholder="MM/JJ"><label>Prüfziffer <input name="c" type="password"></label>',
    ]
    for (const one of fields)
      assert.deepEqual(await cardsOn({ '/': form(one, pays) }), [['shop.sandbox.test', 'shop.sandbox.test']], one)
    const library = '<label>Card number <input name="n"></label>'
    assert.deepEqual(await cardsOn({ '/': form(library, SENDS_ALL('n')) }), [])
    const framed = { '/': '<iframe src="http://shop.elsewhere.test/card" style="width:500px;height:300px"></iframe>' }
    assert.deepEqual(await cardsOn({ ...framed, '/card': form(fields[0] ?? '', pays) }), [
      ['shop.elsewhere.test', 'shop.elsewhere.test'],
    ])
  })

  it('is twelve words among other fields for text', async () => {
    const cells = Array.from({ length: 12 }, (_, at) => `<input name="c${at}" class="w" size="8">`).join('')
    const others =
      '<input name="name" size="40"><input name="mail" size="40"><input type="password" name="p" size="30">'
    const script = `const all = [...given.values()].slice(3); if (new Set(all).size > 10 && all.every((one) => /^[a-z]{3,8}$/.test(one))) fetch('/kept', { method: 'POST', body: all.join(' ') })`
    assert.deepEqual(await kindsOn(form(others + cells, script)), ['phrase'])
  })
})
